/**
 * Capacity on line in each hour: balance and reserve summed over the system, with the output and reserve of each
 * unit at most what generation limits allow. L: what starts and stops take off the maximum output; R: requirements.
 *
 *     sum_g (p_max u - L(v, w)) + unserved + discharge + shortfall >= sum of loads + sum of R - renewables at most
 *
 * The linear relaxation satisfies it already; with integer columns only, it is what rounding cuts start from. So is
 * the same row with p_min u + p' + r in place of what the limits allow, for any choice of units.
 */
import { atLeast, type MilpBuilder, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import { startAndStopLosses } from './generation-limits.ts';
import { reserveTerms } from './reserve.ts';
import type { Variables } from './variables.ts';

/** The row of one hour: `sum of one choice per unit + others >= least`, MW. */
export interface CapacityParts {
  /** By unit: the most that it could produce and hold in reserve. */
  readonly limits: readonly (readonly Term[])[];
  /** By unit: what it produces and holds in reserve. */
  readonly outputs: readonly (readonly Term[])[];
  readonly others: readonly Term[];
  readonly least: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Returns the row of each hour; none for a dispatch, whose commitment is given. */
export function addCapacity(milp: MilpBuilder, instance: Instance, x: Variables): number[] {
  if (instance.jobType === 'ed') return [];
  return Array.from({ length: instance.periods }, (_, t) => {
    const { limits, others, least } = capacityParts(instance, t, x);
    return milp.row(atLeast(least, [...limits.flat(), ...others]));
  });
}

export function capacityParts(instance: Instance, t: number, x: Variables): CapacityParts {
  const { units, load, requirements, renewables, storage } = instance;
  const demand = sum(load.map((mw) => mw[t] ?? 0)) + sum(requirements.map((mw) => mw[t] ?? 0));
  return {
    limits: units.map((unit, g): Term[] => [
      [unit.pMax[t] ?? 0, x.on(g, t)],
      ...startAndStopLosses(instance, g, t, x).map(([mw, column]): Term => [-mw, column]),
    ]),
    outputs: units.map((unit, g): Term[] => [
      [unit.pMin[t] ?? 0, x.on(g, t)],
      [1, x.above(g, t)],
      ...reserveTerms(instance, x, g, t),
    ]),
    others: [
      ...load.map((_mw, b): Term => [1, x.unserved(b, t)]),
      ...storage.map((_item, s): Term => [1, x.discharge(s, t)]),
      ...requirements.map((_mw, q): Term => [1, x.shortfall(q, t)]),
    ],
    least: demand - sum(renewables.map(({ p_max }) => p_max[t] ?? 0)),
  };
}
