/**
 * Emissions of CO2: the total is at most the limit plus the reported excess, emissions by hour and unit are the
 * reported ones, and their price is part of the costs of units [t; the tolerance of a limit above 1000 t is 1e-6 of
 * it].
 */
import { withEmissionCosts } from '../schedule/emission-costs.ts';
import { unknownNames } from '../schedule/known-names.ts';
import type { Schedule, UnitSchedule } from '../schedule/schedule.ts';
import { at, readSeries, toHours } from '../schedule/series.ts';
import { allowanceOf, type Family, type PriceSource, roundingOf, scaleOf, TOLERANCE } from './family.ts';

export const emissions: Family = {
  rule: {
    name: 'emission_limit',
    tolerance: TOLERANCE,
    *excesses(schedule) {
      const { hours, result, units } = schedule;
      const { emission_limit_t: limit, emission_price_usd_per_t: price } = schedule.case;
      const isLimited = Number.isFinite(limit);
      const scale = isLimited ? scaleOf(limit) : 1;
      const expected = emissionFigures(schedule);
      yield* unknownNames(schedule, 'emission_limit');
      for (const { name } of units) {
        const series = readSeries(result.generator_emissions_t, name, hours.length);
        const emitted = expected.generator_emissions_t[name] ?? [];
        for (const hour of hours) yield Math.abs(at(series, hour) - at(emitted, hour));
      }
      const reported = toHours(result.emissions_t, hours.length);
      for (const hour of hours) yield Math.abs(at(reported, hour) - at(expected.emissions_t, hour)) * scale;
      const total = expected.total_emissions_t;
      yield Math.abs((result.total_emissions_t ?? Number.NaN) - total) * scale;
      if (price) yield Math.abs((result.emission_cost_usd ?? Number.NaN) / price - total) * scale;
      const excess = excessOf(schedule);
      yield -excess * scale;
      if (isLimited) yield (total - excess - limit) * scale;
    },
  },
  applies: ({ tellsEmissions }) => tellsEmissions,
  penalty: (schedule) =>
    isSoft(schedule) ? schedule.case.emission_penalty_usd_per_t * excessOf(schedule) : 0,
  atPrice(schedule, source) {
    const { emission_limit_t: limit } = schedule.case;
    const { units, renewables, storages } = schedule;
    if (!Number.isFinite(limit)) return { units, renewables, storages, worth: 0, tolerance: 0 };
    const price = priceOf(schedule, source);
    return {
      renewables,
      storages,
      units: price === 0 ? units : units.map((unit) => withEmissionCosts(unit, price)),
      worth: price * limit,
      tolerance: price * allowanceOf(limit),
    };
  },
  /** A limit that is not reached has a price of 0; an excess costs its penalty, which the price never exceeds. */
  *regrets(schedule) {
    const { emission_limit_t: limit, emission_penalty_usd_per_t: penalty } = schedule.case;
    if (!Number.isFinite(limit)) return;
    const price = priceOf(schedule, 'prices');
    const excess = excessOf(schedule);
    const allowed = roundingOf(price, limit, limit + excess);
    yield -price * Math.max(1, limit);
    yield price * (limit + excess - totalOf(schedule)) - allowed;
    if (!Number.isFinite(penalty)) return;
    yield (price - penalty) * Math.max(1, limit) - allowed;
    if (excess > 0) yield (penalty - price) * excess - allowed;
  },
};

/** Emissions of a schedule as fields of a result; all emissions above a soft limit count as excess. */
export function emissionFigures(schedule: Schedule) {
  const { hours, units } = schedule;
  const { emission_limit_t, emission_price_usd_per_t } = schedule.case;
  const byUnit = units.map((unit) => emittedBy(schedule, unit));
  const total = totalOf(schedule);
  return {
    generator_emissions_t: Object.fromEntries(
      units.map(({ name }, g): [string, number[]] => [name, byUnit[g] ?? []]),
    ),
    emissions_t: hours.map((hour) => byUnit.reduce((sum, series) => sum + at(series, hour), 0)),
    total_emissions_t: total,
    emission_cost_usd: emission_price_usd_per_t * total,
    ...(isSoft(schedule) && { emission_excess_t: Math.max(0, total - emission_limit_t) }),
  };
}

/** Emissions by hour, t; a dispatch has no starts. */
function emittedBy(
  { hours, jobType }: Schedule,
  { co2_t_per_mwh, co2_t_per_start, on, onBefore, output }: UnitSchedule,
): number[] {
  const perStart = jobType === 'ed' ? 0 : co2_t_per_start;
  return hours.map((hour) => {
    const wasOn = hour === 0 ? onBefore : on[hour - 1] === true;
    return co2_t_per_mwh * at(output, hour) + (on[hour] && !wasOn ? perStart : 0);
  });
}

const totalOf = (schedule: Schedule): number =>
  schedule.units.reduce(
    (sum, unit) => emittedBy(schedule, unit).reduce((total, tonnes) => total + tonnes, sum),
    0,
  );

/** True if the limit may be exceeded at a penalty. */
const isSoft = ({ case: judged }: Schedule): boolean =>
  Number.isFinite(judged.emission_limit_t) && Number.isFinite(judged.emission_penalty_usd_per_t);

/** Reported emissions above the limit, t; 0 if the limit is hard. */
const excessOf = (schedule: Schedule): number =>
  isSoft(schedule) ? (schedule.result.emission_excess_t ?? Number.NaN) : 0;

/**
 * Price of emissions, $/t. A price of the result is taken as it is. Any multiplier between 0 and the penalty gives a
 * valid bound; a missing one counts as 0.
 */
function priceOf({ case: judged, result }: Schedule, source: PriceSource): number {
  if (source === 'prices') return result.emission_shadow_price_usd_per_t ?? Number.NaN;
  const multiplier = result.multipliers?.emission_usd_per_t ?? 0;
  const most = judged.emission_penalty_usd_per_t;
  return Number.isFinite(multiplier) ? Math.min(most, Math.max(0, multiplier)) : 0;
}
