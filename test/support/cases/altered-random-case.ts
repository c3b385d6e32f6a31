/** Random cases with changed units or lines. */
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import { isList } from '../../../temporal/case/arithmetic/series.ts';
import type { Generator, Line } from '../../../temporal/case/schema.ts';
import type { Draw } from './random.ts';
import { altered, randomCase } from './random-case.ts';

/** Units that may idle without cost, and lines with less capacity than the units behind them. */
export const narrowCase = altered(
  1_000_000,
  (payload, draw) => ({
    ...payload,
    generators: payload.generators.map((unit) => (draw.chance(0.35) ? idling(draw, unit) : unit)),
    ...(payload.transmission_lines && {
      transmission_lines: payload.transmission_lines.map((line) =>
        draw.chance(0.5) ? narrow(draw, line) : line,
      ),
    }),
  }),
  (seed) => randomCase(seed, seed % 3 === 0 ? 'uc' : 'scuc'),
);

/**
 * A unit that may idle without cost. Some of these units also start without cost, and some keep their startup and
 * shutdown limits.
 */
function idling(draw: Draw, { cost_curve: _, ...unit }: Generator): Generator {
  const { startup_categories, startup_ramp, shutdown_ramp, ...rest } = unit;
  return {
    ...rest,
    p_min: 0,
    no_load_cost: 0,
    ...(draw.chance(0.4) ? { startup_cost: 0 } : startup_categories && { startup_categories }),
    ...(draw.chance(0.5) && {
      ...(startup_ramp !== undefined && { startup_ramp }),
      ...(shutdown_ramp !== undefined && { shutdown_ramp }),
    }),
  };
}

function narrow(draw: Draw, line: Line): Line {
  if (typeof line.rating_mw !== 'number') return line;
  return {
    ...line,
    rating_mw: 0.4 * line.rating_mw,
    emergency_rating_mw: 0.45 * Number(line.emergency_rating_mw ?? line.rating_mw),
    ...(draw.chance(0.7) && { penalty_usd_per_mwh: 300 }),
  };
}

/** Lines with hourly ratings, normal, emergency or both, which are unlimited in some hours. */
export const ratedCase = altered(
  7_000_000,
  (payload, draw) => ({
    ...payload,
    options: { ...payload.options, network: true },
    ...(payload.transmission_lines && {
      transmission_lines: payload.transmission_lines.map((line) => byHour(draw, line, payload.horizon)),
    }),
  }),
  (seed) => randomCase(seed, seed % 4 === 0 ? 'ed' : 'scuc'),
);

function byHour(draw: Draw, line: Line, horizon: number): Line {
  const mw = isList(line.rating_mw) ? 100 : (line.rating_mw ?? 100);
  const hours = (low: number, high: number) =>
    Array.from({ length: horizon }, () => {
      const kind = draw.real(0, 1);
      return kind < 0.15 ? null : kind < 0.2 ? 0 : mw * draw.real(low, high);
    });
  const normal = draw.chance(0.7) && { rating_mw: hours(0.5, 1.4) };
  const after = draw.chance(0.4) && { emergency_rating_mw: hours(0.6, 1.8) };
  const numbers = draw.chance(0.3) && { rating_mw: mw / 20, emergency_rating_mw: mw };
  return { ...line, ...numbers, ...normal, ...after };
}

/** Units, some of which have startup and shutdown limits below Pmin. */
export const blockedCase = altered(2_000_000, (payload, draw) => ({
  ...payload,
  generators: payload.generators.map((unit) => blocked(draw, unit, payload.horizon)),
}));

/** A unit whose Pmin may be low enough for a start or stop in some hours only. */
function blocked(draw: Draw, unit: Generator, horizon: number): Generator {
  const { cost_curve: _, ...rest } = unit;
  const { p_min } = ratedOf(unit);
  if (p_min === 0 || !draw.chance(0.6)) return unit;
  const low = () => p_min * draw.real(0.3, 0.95);
  return {
    ...rest,
    ...(draw.chance(0.6) && { startup_ramp: low() }),
    ...(draw.chance(0.6) && { shutdown_ramp: low() }),
    ...(draw.chance(0.4) && {
      p_min: draw.hours(horizon, () => (draw.chance(0.5) ? p_min : 0.2 * p_min)),
      rated: ratedOf(unit),
    }),
  };
}

/** Units with CO2, and a limit, a limit with a penalty, a price, or several of these. */
export const emittingCase = altered(3_000_000, (payload, draw) => {
  const generators = payload.generators.map((unit) => ({
    ...unit,
    ...(draw.chance(0.85) && { co2_t_per_mwh: draw.real(0.1, 1.1) }),
    ...(draw.chance(0.4) && { co2_t_per_start: draw.real(1, 40) }),
  }));
  const load = payload.loads.flatMap(({ values }) => values).reduce((sum, mw) => sum + mw, 0);
  const limited = draw.chance(0.75);
  return {
    ...payload,
    generators,
    ...(limited && { emission_limit_t: load * draw.real(0.25, 0.7) }),
    ...(limited && draw.chance(0.4) && { emission_penalty_usd_per_t: draw.real(5, 120) }),
    ...(draw.chance(0.5) && { emission_price_usd_per_t: draw.real(5, 80) }),
  };
});

/** Units with shutdown costs, some of which may idle without cost. */
export const stoppingCase = altered(
  6_000_000,
  (payload, draw) => ({
    ...payload,
    generators: payload.generators.map((unit) => ({
      ...unit,
      ...(draw.chance(0.7) && { shutdown_cost: draw.real(0, 3000) }),
    })),
  }),
  (seed) => (seed % 2 === 0 ? randomCase(seed) : narrowCase(seed)),
);

/** Networks without any branch in service, in which every bus is an island. */
export const severedCase = altered(
  10_000_000,
  ({ transmission_lines: lines = [], ...payload }, draw) => {
    const isStored = draw.chance(0.3);
    const ends = { from_bus: 1, to_bus: 2, p_min_mw: -100, p_max_mw: 100 };
    return {
      ...payload,
      // Lets most units at buses without load stop at once.
      generators: payload.generators.map(({ must_run: _, shutdown_ramp: __, ...unit }) =>
        draw.chance(0.8) ? { ...unit, min_uptime: 1, ramp_down: null } : unit,
      ),
      transmission_lines: isStored ? [] : lines.map((line) => ({ ...line, in_service: false })),
      contingencies: payload.contingencies?.filter(({ generators }) => !isStored || generators),
      ...(!isStored && draw.chance(0.4) && { dc_lines: [{ id: 'D', ...ends, in_service: false }] }),
      options: {
        ...payload.options,
        ...(isStored && { network: true }),
        ...(draw.chance(0.9) && { unserved_energy_usd_per_mwh: 800 }),
      },
    };
  },
  (seed) => randomCase(seed, 'scuc'),
);
