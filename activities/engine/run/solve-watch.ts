/** Who follows a solve, and what it is shown. */
import { PHASES, type SolveProgress } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { Incumbent } from '../base/engine.ts';
import { relativeGap } from '../search/kernels/search-state.ts';

export interface SolveWatch {
  onProgress(progress: Progress): void;
  onIncumbent(incumbent: Incumbent): void;
  onRelaxation?(saved: SavedRelaxation): void;
  /** A verified result that stands if nothing better comes. */
  onReserve?(result: SolveResult): void;
}

type Progress = Omit<SolveProgress, 'elapsed_s'>;

/**
 * Another search, or another thread, goes on in the phase that the solve has reached, and from what it knows: a schedule
 * that was found stays found, and a bound stays proven.
 */
export function forwardOnly(onProgress: (progress: Progress) => void): (progress: Progress) => void {
  let reached = 0;
  let [least, most] = [Infinity, -Infinity];
  return (progress) => {
    reached = Math.max(reached, PHASES.indexOf(progress.phase));
    least = Math.min(least, progress.incumbent ?? Infinity);
    most = Math.max(most, progress.bound ?? -Infinity);
    const incumbent = Number.isFinite(least) ? least : null;
    const bound = Number.isFinite(most) ? Math.min(most, least) : null;
    const mip_gap = incumbent === null || bound === null ? null : relativeGap(incumbent, bound);
    onProgress({ ...progress, phase: PHASES[reached] ?? progress.phase, incumbent, bound, mip_gap });
  };
}

/** Shows what has changed, together with what has not. */
export type Show = (news: Partial<Omit<SolveProgress, 'elapsed_s' | 'mip_gap'>>) => void;

export function progressShower(watch: SolveWatch): Show {
  const forward = forwardOnly(watch.onProgress);
  let seen: Progress = { phase: 'loading', incumbent: null, bound: null, mip_gap: null, nodes: null };
  return (news) => {
    seen = { ...seen, ...news };
    forward(seen);
  };
}
