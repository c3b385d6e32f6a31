/**
 * Collects the units of a file. A unit that only consumes becomes a load of its largest consumption, with sources at
 * its bus. A source supplies the part that the unit does not consume.
 */
import { isList } from '../../../temporal/case/arithmetic/series.ts';
import { costCurve } from './cost-curve.ts';
import { checkCount, type Notes } from './report.ts';
import type { ReadGenerator } from './thermal-unit.ts';

type Unit = Pick<
  ReadGenerator,
  | 'name'
  | 'bus'
  | 'p_min'
  | 'p_max'
  | 'p_min_profile'
  | 'p_max_profile'
  | 'marginal_cost'
  | 'no_load_cost'
  | 'cost_curve'
>;

interface Source {
  readonly name: string;
  readonly bus: number;
  readonly p_min: number[];
  readonly p_max: number[];
  readonly marginal_cost: number | number[];
}

export interface Units<U> {
  readonly generators: U[];
  readonly loads: { readonly bus: number; readonly values: number[] }[];
  readonly sources: Source[];
}

export const noUnits = <U>(): Units<U> => ({ generators: [], loads: [], sources: [] });

/** Adds a unit. `periods`: length of the series of the resulting load if the limits of the unit are constant. */
export function addUnit<U extends Unit>(unit: U, to: Units<U>, notes: Notes, periods = 1): void {
  if (unit.p_max > 0 || unit.p_min >= 0) {
    to.generators.push(unit);
    return;
  }
  const words =
    'A unit that only consumes becomes a load with sources that replace it at its price; the cost of the whole load, starts and ramps are left out';
  notes.change('warning', 'consumer', words);
  const hours = unit.p_min_profile ?? unit.p_max_profile ?? new Array<number>(periods).fill(0);
  const least = hours.map((_, t) => unit.p_min_profile?.[t] ?? unit.p_min);
  const most = hours.map((_, t) => unit.p_max_profile?.[t] ?? unit.p_max);
  // A unit whose maximum output is below its minimum output in an hour is off in that hour.
  const isOff = least.map((mw, t) => (most[t] ?? mw) < mw);
  const unlessOff = (mw: readonly number[]): number[] => mw.map((each, t) => (isOff[t] ? 0 : each));
  const [low, high] = [unlessOff(least), unlessOff(most)];
  to.loads.push({ bus: unit.bus, values: low.map((mw) => 0 - mw) });
  to.sources.push(...sources(unit, low, high));
  checkCount(to.sources, ['units']);
}

/**
 * One source per chord of the cost curve. Its price is the slope of the chord; its output limits are the part of the
 * chord within the unit's limits of each hour.
 */
function sources(unit: Unit, low: readonly number[], high: readonly number[]): Source[] {
  const curve = costCurve(unit, unit.p_min, unit.p_max);
  const chords = curve.slice(1).map((right, k) => [curve[k] ?? right, right] as const);
  return chords.map(([left, right], k) => ({
    name: chords.length === 1 ? unit.name : `${unit.name}-${k + 1}`,
    bus: unit.bus,
    p_min: low.map(() => 0),
    p_max: low.map((mw, t) => Math.max(0, Math.min(high[t] ?? mw, right.mw) - Math.max(mw, left.mw))),
    marginal_cost:
      isList(unit.marginal_cost) && !unit.cost_curve
        ? unit.marginal_cost
        : (right.usd_per_h - left.usd_per_h) / (right.mw - left.mw),
  }));
}
