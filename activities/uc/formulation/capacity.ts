/**
 * Capacity online in each hour: balance and reserve summed over the system, with output plus reserve of each unit
 * replaced by the most that the generation limits allow. L: reduction of the maximum output by starts and stops; R:
 * requirements of upward reserve, of products that count towards no other one.
 *
 *     sum_g (p_max u - L(v, w)) + unserved + discharge + shortfall + reserve of storage and of units offline
 *         >= sum of loads + sum of R - available renewable output
 *
 * The linear relaxation already satisfies the row; restricted to integer columns, it is the base row of rounding cuts.
 */
import { sum } from '../../../temporal/case/arithmetic/series.ts';
import { atLeast, type MilpBuilder, type Row, type Term, times } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import { shortfallTerms, type Variables } from '../variables.ts';
import { startAndStopLosses } from './generation-limits.ts';
import { reserveTerms } from './reserve.ts';
import { inCounts, type UnitCount } from './unit-counts.ts';

/** Returns the row of each hour; empty for a dispatch, whose commitment is given. */
export function addCapacity(
  milp: MilpBuilder,
  instance: Instance,
  x: Variables,
  counts: readonly UnitCount[],
): number[] {
  if (instance.jobType === 'ed') return [];
  return Array.from({ length: instance.periods }, (_, t) => {
    const { lower, terms } = capacityOf(instance, t, x);
    const counted = counts.filter(({ hour }) => hour === t);
    return milp.row(atLeast(lower, inCounts(terms, counted, x)));
  });
}

/** Capacity row of one hour in terms of the commitment u. */
export function capacityOf(instance: Instance, t: number, x: Variables): Row {
  const { units, load, sheddable, products, requirements, renewables, storage } = instance;
  const upward = [...products.keys()].filter((q) => products[q]?.isRoot && !products[q].isDown);
  const demand = sum(load.map((mw) => mw[t] ?? 0)) + sum(upward.map((q) => requirements[q]?.[t] ?? 0));
  const limits = units.flatMap((unit, g): Term[] => [
    [unit.pMax[t] ?? 0, x.on(g, t)],
    ...times(-1, startAndStopLosses(instance, g, t, x)),
  ]);
  return atLeast(demand - sum(renewables.map(({ p_max }) => p_max[t] ?? 0)), [
    ...limits,
    ...sheddable.map((_step, k): Term => [1, x.unserved(k, t)]),
    ...storage.map((_item, s): Term => [1, x.discharge(s, t)]),
    ...upward.flatMap((q) => shortfallTerms(instance, x, q, t)),
    ...storage.flatMap((_item, s) => reserveTerms(instance, x, s, t, 'up', 'storageReserve')),
    ...units.flatMap((_unit, g) => reserveTerms(instance, x, g, t, 'up', 'offReserve')),
  ]);
}
