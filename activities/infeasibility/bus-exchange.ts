/** Least and most power that a set of buses must draw over its lines in an hour, MW; negative = sends out. */
import { toArea } from './area.ts';
import { at } from './at.ts';
import type { InfeasibleCase } from './infeasible-case.ts';
import { sum } from './sum.ts';
import { staticHigh, staticLow } from './thermal-range.ts';

export interface Exchange {
  readonly least: number;
  readonly most: number;
}

/** One entry per hour. */
export function busExchange(
  { payload, units, hours }: InfeasibleCase,
  buses: ReadonlySet<number>,
): Exchange[] {
  const area = toArea(payload, units, buses, hours);
  return hours.map((hour) => {
    const load = at(area.load, hour);
    const high = sum(area.units, (unit) => staticHigh(unit, hour)) + at(area.otherHigh, hour);
    const low = sum(area.units, (unit) => staticLow(unit, hour)) + at(area.otherLow, hour);
    return { least: load - high - at(area.sheddable, hour), most: load - low };
  });
}

/** What must flow in whatever happens, MW; out is negative, 0 when nothing must. */
export const certainFlow = ({ least, most }: Exchange): number => {
  if (least > 0) return least;
  return most < 0 ? most : 0;
};
