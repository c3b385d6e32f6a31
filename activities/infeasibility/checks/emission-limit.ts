/**
 * A hard emission limit below what the load alone asks for: in each hour the units with the least CO2 for a MWh, as far
 * as they may go, whatever ramps, minimum times and starts take away.
 */
import { type InfeasibleCase, sum } from '../ranges/infeasible-case.ts';
import { staticHigh, staticLow, thermalRange } from '../ranges/thermal-range.ts';
import { type CauseFinder, elementCause } from './cause.ts';

/** Less than this above a limit is rounding, share of it. */
const MARGIN = 1e-6;

export const emissionLimit: CauseFinder = function* (subject) {
  const { emission_limit_t: limit, emission_penalty_usd_per_t: penalty } = subject.payload;
  if (limit === undefined || penalty !== undefined) return;
  const least = sum(subject.hours, (hour) => leastEmissions(subject, hour));
  if (!(least > limit + MARGIN * Math.max(1, limit))) return;
  const message = `The load emits at least ${tonnes(least)} of CO2, and emission_limit_t allows ${tonnes(limit)}`;
  yield elementCause(
    'EMISSION_LIMIT',
    { element_type: 'system', element_id: null, hour: null },
    message,
    null,
  );
};

const tonnes = (value: number): string => `${Number(value.toFixed(3))} t`;

/** t; every unit at its least output, then the cleanest ones first. */
function leastEmissions({ system }: InfeasibleCase, hour: number): number {
  const rate = (unit: (typeof system.units)[number]): number => unit.generator.co2_t_per_mwh ?? 0;
  const { need, low } = thermalRange(system, hour);
  let emitted = sum(system.units, (unit) => rate(unit) * staticLow(unit, hour));
  let missing = need - low;
  for (const unit of system.units.toSorted((a, b) => rate(a) - rate(b))) {
    if (!(missing > 0)) break;
    const mw = Math.min(missing, staticHigh(unit, hour) - staticLow(unit, hour));
    emitted += rate(unit) * mw;
    missing -= mw;
  }
  return emitted;
}
