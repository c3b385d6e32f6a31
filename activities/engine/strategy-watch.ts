/** What the strategy tells of its progress. */
import type { SearchProgress } from '../solvers/solver.ts';

export interface StrategyWatch {
  onPhase(phase: 'relaxation' | 'search' | 'pricing'): void;
  onProgress(progress: Pick<SearchProgress, 'incumbent' | 'bound' | 'nodes'>): void;
  onIncumbent(primal: Float64Array, objective: number, bound: number): void;
}
