/** Who follows a solve, and what it is shown. */
import type { SolveProgress } from '../../temporal/messages/progress.ts';
import type { SavedRelaxation } from '../../temporal/messages/saved-relaxation.ts';
import type { Incumbent } from './engine.ts';
import { relativeGap } from './search-state.ts';

export interface SolveWatch {
  onProgress(progress: Omit<SolveProgress, 'elapsed_s'>): void;
  onIncumbent(incumbent: Incumbent): void;
  onRelaxation?(saved: SavedRelaxation): void;
}

/** Shows what has changed, together with what has not. */
export type Show = (news: Partial<Omit<SolveProgress, 'elapsed_s' | 'mip_gap'>>) => void;

export function progressShower(watch: SolveWatch): Show {
  let seen: Omit<SolveProgress, 'elapsed_s'> = {
    phase: 'loading',
    incumbent: null,
    bound: null,
    mip_gap: null,
    nodes: null,
  };
  return (news) => {
    seen = { ...seen, ...news };
    const { incumbent, bound } = seen;
    const mip_gap = incumbent === null || bound === null ? null : relativeGap(incumbent, bound);
    seen = { ...seen, mip_gap };
    watch.onProgress(seen);
  };
}
