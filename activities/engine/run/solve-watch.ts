/** Who follows a solve, and what it is shown. */
import { PHASES, type SolveProgress } from '../../../temporal/case/messages/job.ts';
import type { SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { Incumbent } from '../base/engine.ts';
import { relativeGap } from '../search/kernels/search-state.ts';

export interface SolveWatch {
  onProgress(progress: Progress): void;
  onIncumbent(incumbent: Incumbent): void;
  onRelaxation?(saved: SavedRelaxation): void;
}

type Progress = Omit<SolveProgress, 'elapsed_s'>;

/** Another search, or another thread, goes on in the phase that the solve has reached. */
export function forwardOnly(onProgress: (progress: Progress) => void): (progress: Progress) => void {
  let reached = 0;
  return (progress) => {
    reached = Math.max(reached, PHASES.indexOf(progress.phase));
    onProgress({ ...progress, phase: PHASES[reached] ?? progress.phase });
  };
}

/** Shows what has changed, together with what has not. */
export type Show = (news: Partial<Omit<SolveProgress, 'elapsed_s' | 'mip_gap'>>) => void;

export function progressShower(watch: SolveWatch): Show {
  const forward = forwardOnly(watch.onProgress);
  let seen: Progress = {
    phase: 'loading',
    incumbent: null,
    bound: null,
    mip_gap: null,
    nodes: null,
  };
  return (news) => {
    const incumbent = news.incumbent ?? seen.incumbent;
    const bound = news.bound ?? seen.bound;
    seen = { ...seen, ...news, incumbent, bound };
    const mip_gap = incumbent === null || bound === null ? null : relativeGap(incumbent, bound);
    seen = { ...seen, mip_gap };
    forward(seen);
  };
}
