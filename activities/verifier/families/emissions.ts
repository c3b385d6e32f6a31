/**
 * Emissions of CO2: over the horizon at most the limit and what is reported above it, as reported by hour and unit, and
 * their price in the costs of units  [t; of a limit above 1000 t, its thousandth of a thousandth].
 */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import { unknownNames } from '../schedule/known-names.ts';
import type { Schedule, UnitSchedule } from '../schedule/schedule.ts';
import { at, readSeries, toHours } from '../schedule/series.ts';
import { allowanceOf, type Family, type PriceSource, roundingOf, scaleOf, TOLERANCE } from './family.ts';

export const emissions: Family = {
  rule: {
    name: 'emission_limit',
    tolerance: TOLERANCE,
    *excesses(schedule) {
      const { hours, payload, result, units } = schedule;
      const scale = payload.emission_limit_t === undefined ? 1 : scaleOf(payload.emission_limit_t);
      const expected = emissionFigures(schedule);
      yield* unknownNames(schedule, 'emission_limit');
      for (const { generator } of units) {
        const series = readSeries(result.generator_emissions_t, generator.name, hours.length);
        const emitted = expected.generator_emissions_t[generator.name] ?? [];
        for (const hour of hours) yield Math.abs(at(series, hour) - at(emitted, hour));
      }
      const told = toHours(result.emissions_t, hours.length);
      for (const hour of hours) yield Math.abs(at(told, hour) - at(expected.emissions_t, hour)) * scale;
      const total = expected.total_emissions_t;
      yield Math.abs((result.total_emissions_t ?? Number.NaN) - total) * scale;
      const price = payload.emission_price_usd_per_t;
      if (price) yield Math.abs((result.emission_cost_usd ?? Number.NaN) / price - total) * scale;
      const excess = excessOf(schedule);
      yield -excess * scale;
      if (payload.emission_limit_t !== undefined) yield (total - excess - payload.emission_limit_t) * scale;
    },
  },
  applies: ({ emission_limit_t, emission_price_usd_per_t, generators }) =>
    emission_limit_t !== undefined ||
    emission_price_usd_per_t !== undefined ||
    generators.some(({ co2_t_per_mwh, co2_t_per_start }) => co2_t_per_mwh || co2_t_per_start),
  withCosts(payload) {
    const price = payload.emission_price_usd_per_t;
    return price
      ? { ...payload, generators: payload.generators.map((unit) => paying(unit, price)) }
      : payload;
  },
  penalty: (schedule) => (schedule.payload.emission_penalty_usd_per_t ?? 0) * excessOf(schedule),
  atPrice(schedule, source) {
    const { emission_limit_t: limit } = schedule.payload;
    const { units, renewables } = schedule;
    if (limit === undefined) return { units, renewables, worth: 0, tolerance: 0 };
    const price = priceOf(schedule, source);
    return {
      renewables,
      units:
        price === 0 ? units : units.map((unit) => ({ ...unit, generator: paying(unit.generator, price) })),
      worth: price * limit,
      tolerance: price * allowanceOf(limit),
    };
  },
  /** A limit that is not reached has no price; what is above it costs its penalty, and its price is never higher. */
  *regrets(schedule) {
    const { emission_limit_t: limit, emission_penalty_usd_per_t: penalty } = schedule.payload;
    if (limit === undefined) return;
    const price = priceOf(schedule, 'prices');
    const excess = excessOf(schedule);
    const allowed = roundingOf(price, limit, limit + excess);
    yield -price * Math.max(1, limit);
    yield price * (limit + excess - totalOf(schedule)) - allowed;
    if (penalty === undefined) return;
    yield (price - penalty) * Math.max(1, limit) - allowed;
    if (excess > 0) yield (penalty - price) * excess - allowed;
  },
};

/** What the outputs of a schedule emit, as a result reports it; of a soft limit all that is above it is paid for. */
export function emissionFigures(schedule: Schedule) {
  const { hours, payload, units } = schedule;
  const { emission_limit_t: limit, emission_penalty_usd_per_t: penalty } = payload;
  const byUnit = units.map((unit) => emittedBy(schedule, unit));
  const total = totalOf(schedule);
  return {
    generator_emissions_t: Object.fromEntries(
      units.map(({ generator }, g): [string, number[]] => [generator.name, byUnit[g] ?? []]),
    ),
    emissions_t: hours.map((hour) => byUnit.reduce((sum, series) => sum + at(series, hour), 0)),
    total_emissions_t: total,
    emission_cost_usd: (payload.emission_price_usd_per_t ?? 0) * total,
    ...(limit !== undefined && penalty !== undefined && { emission_excess_t: Math.max(0, total - limit) }),
  };
}

/** The generator with a price of emissions in its costs. */
function paying(unit: Generator, usdPerT: number): Generator {
  const energy = usdPerT * (unit.co2_t_per_mwh ?? 0);
  const start = usdPerT * (unit.co2_t_per_start ?? 0);
  const costs = { marginal_cost: unit.marginal_cost + energy, startup_cost: unit.startup_cost + start };
  const curve = unit.cost_curve?.map((point) => ({
    ...point,
    usd_per_h: point.usd_per_h + energy * point.mw,
  }));
  const tiers = unit.startup_categories?.map((tier) => ({ ...tier, cost_usd: tier.cost_usd + start }));
  return {
    ...unit,
    ...costs,
    ...(curve && { cost_curve: curve }),
    ...(tiers && { startup_categories: tiers }),
  };
}

/** t per hour; a dispatch has no starts. */
function emittedBy(
  { hours, jobType }: Schedule,
  { generator, on, onBefore, output }: UnitSchedule,
): number[] {
  const perMwh = generator.co2_t_per_mwh ?? 0;
  const perStart = jobType === 'ed' ? 0 : (generator.co2_t_per_start ?? 0);
  return hours.map((hour) => {
    const wasOn = hour === 0 ? onBefore : on[hour - 1] === true;
    return perMwh * at(output, hour) + (on[hour] && !wasOn ? perStart : 0);
  });
}

const totalOf = (schedule: Schedule): number =>
  schedule.units.reduce(
    (sum, unit) => emittedBy(schedule, unit).reduce((total, tonnes) => total + tonnes, sum),
    0,
  );

/** What is reported above the limit, t; nothing where it is hard. */
function excessOf({ payload, result }: Schedule): number {
  if (payload.emission_limit_t === undefined || payload.emission_penalty_usd_per_t === undefined) return 0;
  return result.emission_excess_t ?? Number.NaN;
}

/**
 * $/t. A price of the result is taken as it is. Of multipliers any number within 0 and the penalty gives a valid bound:
 * what is missing counts as 0.
 */
function priceOf({ payload, result }: Schedule, source: PriceSource): number {
  if (source === 'prices') return result.emission_shadow_price_usd_per_t ?? Number.NaN;
  const given = result.multipliers?.emission_usd_per_t ?? 0;
  const most = payload.emission_penalty_usd_per_t ?? Number.POSITIVE_INFINITY;
  return Number.isFinite(given) ? Math.min(most, Math.max(0, given)) : 0;
}
