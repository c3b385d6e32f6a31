/** What the strategy tells of its progress. */
import type { SavedRelaxation } from '../../temporal/messages/saved-relaxation.ts';
import type { SearchProgress } from '../solvers/solver.ts';

export interface StrategyWatch {
  onPhase(phase: 'relaxation' | 'search' | 'pricing'): void;
  onProgress(progress: Pick<SearchProgress, 'incumbent' | 'bound' | 'nodes'>): void;
  /** Where the first relaxation has its optimum, and what came of its cuts and of the search; once, at its end. */
  onRelaxation?(saved: SavedRelaxation): void;
  onIncumbent(primal: Float64Array, objective: number, bound: number): void;
}
