/** Random cases whose costs, ramps, must-run hours and penalties vary by the hour. */
import { ratedOf } from '../../../temporal/case/arithmetic/output-limits.ts';
import { isList } from '../../../temporal/case/arithmetic/series.ts';
import type { Generator, Line, Renewable, SolvePayload } from '../../../temporal/case/schema.ts';
import { pricedCase } from './priced-case.ts';
import type { Draw } from './random.ts';
import { altered, randomCase } from './random-case.ts';
import { reservingCase } from './reserving-case.ts';

export const varyingCase = altered(
  13_000_000,
  (payload, draw) => ({
    ...payload,
    generators: payload.generators.map((unit) => varyingUnit(payload, draw, unit)),
    ...(payload.renewables && {
      renewables: payload.renewables.map(
        (item): Renewable => ({ ...item, marginal_cost: prices(draw, payload, belowZero(payload, -2), 6) }),
      ),
    }),
    ...(payload.transmission_lines && {
      transmission_lines: payload.transmission_lines.map(
        (line): Line =>
          line.penalty_usd_per_mwh === undefined || draw.chance(0.3)
            ? line
            : { ...line, penalty_usd_per_mwh: prices(draw, payload, 50, 900) },
      ),
    }),
  }),
  (seed) =>
    [randomCase, pricedCase, reservingCase][seed % 4 === 3 ? 1 : seed % 3]?.(seed) ?? randomCase(seed),
);

/** Costs below 0 only without losses: the reference would burn energy in them. */
const belowZero = ({ options }: SolvePayload, usd: number): number => (options?.losses ? 0 : usd);

const prices = (draw: Draw, { horizon }: SolvePayload, least: number, most: number): number[] =>
  draw.hours(horizon, () => draw.real(least, most));

function varyingUnit(payload: SolvePayload, draw: Draw, unit: Generator): Generator {
  const { horizon } = payload;
  const { p_max } = ratedOf(unit);
  const hours = Array.from({ length: horizon });
  const ramps = () => hours.map(() => (draw.chance(0.2) ? null : p_max * draw.real(0.2, 1)));
  const { cost_curve: _curve, startup_categories: _tiers, ...plain } = unit;
  const isAvailable = !isList(unit.p_max);
  return {
    ...(draw.chance(0.7)
      ? { ...plain, marginal_cost: prices(draw, payload, belowZero(payload, -5), 60) }
      : unit),
    ...(draw.chance(0.5) && { cost_curve: undefined, no_load_cost: prices(draw, payload, 0, 400) }),
    ...(draw.chance(0.5) && { startup_categories: undefined, startup_cost: prices(draw, payload, 0, 2000) }),
    ...(draw.chance(0.6) && { ramp_up: ramps() }),
    ...(draw.chance(0.6) && { ramp_down: ramps() }),
    ...(isAvailable && draw.chance(0.2) && { must_run: hours.map(() => draw.chance(0.3)) }),
  };
}
