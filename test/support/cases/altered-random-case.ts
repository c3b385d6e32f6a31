/** A random case with units that idle for nothing, and lines that carry less than the units behind them. */
import type { Generator } from '../../../temporal/case/messages/generator.ts';
import type { Line } from '../../../temporal/case/messages/network.ts';
import { type Draw, randomDraw } from './random.ts';
import { type RandomCase, randomCase } from './random-case.ts';

/** Equal seeds give equal cases. */
export function narrowCase(seed: number): RandomCase {
  const draw = randomDraw(1_000_000 + seed);
  const { jobType, payload } = randomCase(seed, seed % 3 === 0 ? 'uc' : 'scuc');
  const { generators, transmission_lines } = payload;
  return {
    jobType,
    payload: {
      ...payload,
      generators: generators.map((unit) => (draw.chance(0.35) ? idling(draw, unit) : unit)),
      ...(transmission_lines && {
        transmission_lines: transmission_lines.map((line) => (draw.chance(0.5) ? narrow(draw, line) : line)),
      }),
    },
  };
}

/** Some of them start for nothing as well, and some have start-up and shut-down ramps that are not those of the rest. */
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
    emergency_rating_mw: 0.45 * (line.emergency_rating_mw ?? line.rating_mw),
    ...(draw.chance(0.7) && { penalty_usd_per_mwh: 300 }),
  };
}

/** A random case in which the limits of some starts and stops are below the minimum output. */

/** Equal seeds give equal cases. */
export function blockedCase(seed: number): RandomCase {
  const draw = randomDraw(2_000_000 + seed);
  const { jobType, payload } = randomCase(seed);
  const generators = payload.generators.map((unit) => blocked(draw, unit, payload.horizon));
  return { jobType, payload: { ...payload, generators } };
}

/** A minimum output may be low enough in some hours only. */
function blocked(draw: Draw, unit: Generator, horizon: number): Generator {
  const { p_min, cost_curve: _, ...rest } = unit;
  if (p_min === 0 || !draw.chance(0.6)) return unit;
  const low = () => p_min * draw.real(0.3, 0.95);
  return {
    ...rest,
    p_min,
    ...(draw.chance(0.6) && { startup_ramp: low() }),
    ...(draw.chance(0.6) && { shutdown_ramp: low() }),
    ...(draw.chance(0.4) && {
      p_min_profile: draw.hours(horizon, () => (draw.chance(0.5) ? p_min : 0.2 * p_min)),
    }),
  };
}

/** A random case with CO2 of units, and a limit, a penalty above it, a price or several of them. */

/** Equal seeds give equal cases. */
export function emittingCase(seed: number): RandomCase {
  const draw = randomDraw(3_000_000 + seed);
  const { jobType, payload } = randomCase(seed);
  const generators = payload.generators.map((unit) => ({
    ...unit,
    ...(draw.chance(0.85) && { co2_t_per_mwh: draw.real(0.1, 1.1) }),
    ...(draw.chance(0.4) && { co2_t_per_start: draw.real(1, 40) }),
  }));
  const load = payload.loads.flatMap(({ values }) => values).reduce((sum, mw) => sum + mw, 0);
  const limited = draw.chance(0.75);
  return {
    jobType,
    payload: {
      ...payload,
      generators,
      ...(limited && { emission_limit_t: load * draw.real(0.25, 0.7) }),
      ...(limited && draw.chance(0.4) && { emission_penalty_usd_per_t: draw.real(5, 120) }),
      ...(draw.chance(0.5) && { emission_price_usd_per_t: draw.real(5, 80) }),
    },
  };
}
