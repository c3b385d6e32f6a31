/** What a solver answered to a search -> what the port says of it. */
import type { Search } from '../solver.ts';
import type { GrowingModel } from './growing-model.ts';
import type { Understood } from './run-solver.ts';

export const NOTHING_FOUND: Search = {
  outcome: 'none',
  bound: -Infinity,
  objective: null,
  primal: new Float64Array(),
  nodes: 0,
};

export function toSearch(model: GrowingModel, { outcome, primal, bound, nodes }: Understood): Search {
  if (outcome === 'infeasible') return { ...NOTHING_FOUND, outcome };
  const proven = bound ?? -Infinity;
  if (!primal) return { ...NOTHING_FOUND, bound: proven, nodes };
  const objective = model.objective(primal);
  if (outcome !== 'optimal') return { outcome: 'feasible', objective, primal, nodes, bound: proven };
  // Printed bounds are rounded; none is above the optimum.
  return { outcome, objective, primal, nodes, bound: Math.min(objective, bound ?? objective) };
}
