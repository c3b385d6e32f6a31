/** What the status of a model (`HighsModelStatus`) means. */
import type { Relaxation, Search } from '../solver.ts';

const STATUS = { optimal: 7, infeasible: 8, unboundedOrInfeasible: 9, unbounded: 10 } as const;

/**
 * `unboundedOrInfeasible` counts as infeasible: whoever builds a model here bounds every variable that
 * could earn money.
 */
export function relaxationOutcome(status: number): Relaxation['outcome'] {
  if (status === STATUS.optimal) return 'optimal';
  if (status === STATUS.unbounded) return 'unbounded';
  return isInfeasible(status) ? 'infeasible' : 'limit';
}

export function searchOutcome(status: number, found: boolean): Search['outcome'] {
  if (status === STATUS.optimal) return 'optimal';
  if (isInfeasible(status)) return 'infeasible';
  return found ? 'feasible' : 'none';
}

const isInfeasible = (status: number): boolean =>
  status === STATUS.infeasible || status === STATUS.unboundedOrInfeasible;
