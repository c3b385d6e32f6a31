/** A random case with units that idle for nothing, and lines that carry less than the units behind them. */
import type { Generator } from '../../temporal/messages/generator.ts';
import type { Line } from '../../temporal/messages/network.ts';
import { type RandomCase, randomCase } from './random-case.ts';
import { type Draw, randomDraw } from './random-draw.ts';

/** The same seed gives the same case. */
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
