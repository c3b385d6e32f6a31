/** HiGHS model status -> outcome: the one table. */
import type { HighsConstants } from './highs-library.ts';
import type { Relaxation, Search } from './solver.ts';

type Status = HighsConstants['modelStatus'];

/**
 * `unboundedOrInfeasible` counts as infeasible: whoever builds a model here bounds every variable that
 * could earn money.
 */
export function relaxationOutcome(known: Status, status: number): Relaxation['outcome'] {
  if (status === known.optimal) return 'optimal';
  if (status === known.unbounded) return 'unbounded';
  if (status === known.infeasible || status === known.unboundedOrInfeasible) return 'infeasible';
  return 'limit';
}

export function searchOutcome(known: Status, status: number, found: boolean): Search['outcome'] {
  if (status === known.optimal) return 'optimal';
  if (status === known.infeasible || status === known.unboundedOrInfeasible) return 'infeasible';
  return found ? 'feasible' : 'none';
}
