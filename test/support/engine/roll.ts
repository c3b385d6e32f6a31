/** Solves a payload window by window through the real engine. */
import { stateAfter } from '../../../activities/rolling/carried-state.ts';
import { dayTotals } from '../../../activities/rolling/day-totals.ts';
import { type Window, windowsOf } from '../../../activities/rolling/window.ts';
import { windowPayload } from '../../../activities/rolling/window-payload.ts';
import type { SolvePayload } from '../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { DayTotals, RollingState } from '../../../temporal/case/messages/rolling.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { solve } from './solve.ts';

export interface RolledWindow {
  readonly window: Window;
  readonly payload: SolvePayload;
  readonly result: SolveResult;
  readonly totals: DayTotals;
}

export async function roll(jobType: JobType, whole: SolvePayload, mipGap = 0): Promise<RolledWindow[]> {
  const rolled: RolledWindow[] = [];
  let state: RollingState | undefined;
  for (const window of windowsOf(whole.horizon)) {
    const payload = windowPayload(whole, window, state);
    const result = await solve(jobType, payload, { mipGap });
    rolled.push({ window, payload, result, totals: dayTotals(payload, result, window.kept) });
    state = stateAfter(payload, result, window.kept);
  }
  return rolled;
}
