/** Progress of a solve in percent: 5 started, 15 model built, 20-90 searching, 95 pricing. */
import type { Phase, SolveProgress } from '../../temporal/messages/progress.ts';

const FLOOR: Readonly<Record<Phase, number>> = {
  loading: 5,
  building: 10,
  relaxation: 15,
  search: 20,
  pricing: 95,
  verifying: 95,
  saving: 95,
};
const SEARCH_END = 90;

/** The larger of the time used and the gap closed, on the way from 20 to 90. */
export function percentOf(progress: SolveProgress, timeLimitS: number, targetGap: number): number {
  const floor = FLOOR[progress.phase];
  if (progress.phase !== 'search') return floor;
  const done = Math.max(progress.elapsed_s / timeLimitS, gapClosed(progress.mip_gap, targetGap));
  return Math.floor(floor + (SEARCH_END - floor) * Math.min(1, done));
}

/** 0 at a gap of 100 %, 1 at the target, logarithmic between: each halving counts alike. */
function gapClosed(gap: number | null, target: number): number {
  if (gap === null || gap >= 1) return 0;
  const least = Math.max(target, 1e-6);
  return gap <= least ? 1 : Math.log(gap) / Math.log(least);
}
