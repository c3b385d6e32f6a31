/**
 * A rolling horizon: one window after another, each a child `solve` that begins in the final state of the previous
 * window. That state is stored with the window in MongoDB, so that a run resumes after the last closed window. A
 * drafted window is taken over if the draft begins in the same state.
 *
 * @module
 */
import {
  ApplicationFailure,
  continueAsNew,
  defineQuery,
  isCancellation,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  ClosedWindow,
  JoinedMonth,
  RollingInput,
  RollingProgress,
  WindowInput,
} from '../temporal/case/messages/execution.ts';
import { STATUS_QUERY } from '../temporal/names.ts';
import { toJobError } from './ending.ts';
import { records } from './proxies.ts';
import { solveWindow } from './solve-part.ts';

const statusQuery = defineQuery<RollingProgress>(STATUS_QUERY);

const NONE: JoinedMonth = { joined: 0 };

/**
 * Solves the windows. Ends early at a window without a schedule, unless the run is set to continue. Whether it
 * continues is part of an activity's result; results in older histories lack this field, so those runs end there.
 */
export async function rollingHorizon(input: RollingInput): Promise<RollingProgress> {
  const { executionId, chain, windows, from, months = [], order } = input;
  let windowsDone = from;
  setHandler(statusQuery, () => ({ windowsDone, windows }));
  while (windowsDone < windows) {
    if (workflowInfo().continueAsNewSuggested) {
      return continueAsNew<typeof rollingHorizon>({ ...input, from: windowsDone });
    }
    setCurrentDetails(`${windowsDone} of ${windows} windows ended`);
    const month = months.find(({ first, end }) => first <= windowsDone && windowsDone < end);
    const { joined } = month ? await records.joinMonth({ executionId, index: windowsDone, month }) : NONE;
    windowsDone += joined;
    if (joined > 0) continue;
    const index = order?.[windowsDone] ?? windowsDone;
    const window = { executionId, index, ...(chain !== undefined && { chain }) };
    const { hasSchedule, goesOn = false } = await dayOf(window);
    windowsDone += 1;
    if (!hasSchedule && !goesOn) break;
  }
  return { windowsDone, windows };
}

/** Solves a window; adds its day to the message of a failure. */
async function dayOf(window: WindowInput): Promise<ClosedWindow> {
  try {
    return await solveWindow(window);
  } catch (error) {
    if (isCancellation(error)) throw error;
    const { message, code } = toJobError(error);
    throw ApplicationFailure.nonRetryable(`${window.chain ?? 'Day'} ${window.index + 1}: ${message}`, code);
  }
}
