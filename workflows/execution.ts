/**
 * A run of the model builder: one solve, or a rolling horizon as a child workflow. The months of a long run are drafted
 * first, in parallel, each by a rolling horizon of its own. After the run, real time is dispatched by another rolling
 * horizon, hour by hour. The end is recorded last, once.
 */
import {
  CancellationScope,
  defineQuery,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  setHandler,
} from '@temporalio/workflow';
import type {
  DraftedMonth,
  ExecutionInput,
  ExecutionResults,
  ExecutionState,
  RealTimeHours,
  RollingInput,
} from '../temporal/case/messages/execution.ts';
import { STATUS_QUERY, searchAttributes } from '../temporal/names.ts';
import { summaryText } from '../temporal/solve-options.ts';
import { endOf, errorOf, requireCompleted, showStatus } from './ending.ts';
import { records } from './proxies.ts';
import { rollingHorizon } from './rolling-horizon.ts';
import { solveWindow } from './solve-part.ts';

const statusQuery = defineQuery<ExecutionState>(STATUS_QUERY);

type Unfinished = Parameters<typeof records.finishExecution>[0]['end'];

export async function execution(input: ExecutionInput): Promise<ExecutionResults> {
  let state: ExecutionState = { status: 'queued', startedAt: null, finishedAt: null, error: null };
  setHandler(statusQuery, () => state);
  const outcome = await run(input, (startedAt) => {
    state = { ...state, status: 'running', startedAt };
    showStatus('running');
  });
  const { end, finishedAt } = await CancellationScope.nonCancellable(() =>
    records.finishExecution({ executionId: input.executionId, end: outcome }),
  );
  state = { ...state, status: end.status, finishedAt, error: errorOf(end) };
  showStatus(end.status);
  requireCompleted(end);
  return end.results;
}

/**
 * Solves the windows of a run. Resolves to the failure or cancellation of the run, or to null if its results can be
 * recorded.
 */
async function run(
  { executionId, windows, networkId }: ExecutionInput,
  begun: (startedAt: string) => void,
): Promise<Unfinished> {
  try {
    const {
      startedAt,
      closed,
      months = [],
      realTime,
      isCapped,
      order,
    } = await records.beginExecution(executionId);
    begun(startedAt);
    if (isCapped) {
      const solved = await meetCap(executionId, windows, networkId);
      if (realTime) await dispatch(executionId, realTime, solved, networkId);
      return null;
    }
    if (windows === 1 && !order) {
      const { hasSchedule, goesOn = false } = await solveWindow({ executionId, index: 0 });
      if (realTime && (hasSchedule || goesOn)) await dispatch(executionId, realTime, 1, networkId);
      return null;
    }
    const drafted = months.filter(({ end }) => end > closed);
    await draft(executionId, drafted, networkId);
    const joined = drafted.length > 0 && { months: drafted };
    const { windowsDone } = await roll(
      { executionId, windows, from: closed, ...joined, ...(order && { order }) },
      `${windows} days on ${networkId}`,
    );
    if (realTime) await dispatch(executionId, realTime, windowsDone, networkId);
    return null;
  } catch (error) {
    return endOf(error);
  }
}

/** Maximum number of months that are drafted at once, so that other runs get their turn at the solvers. */
const MOST_AT_ONCE = 4;

/** Drafts the months. A month that cannot be drafted is solved day after day later. */
async function draft(executionId: string, months: readonly DraftedMonth[], networkId: string): Promise<void> {
  const open = months.values();
  const next = async (): Promise<void> => {
    for (const { chain, from, end } of open) {
      try {
        await roll({ executionId, chain, from, windows: end }, `${chain} on ${networkId}`);
      } catch (error) {
        if (isCancellation(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: MOST_AT_ONCE }, next));
}

/** Solves the windows at one price of CO2 after another, until the cap is met; returns the number of windows solved. */
async function meetCap(executionId: string, windows: number, networkId: string): Promise<number> {
  for (;;) {
    const { chain, from } = await records.nextAllowance(executionId);
    if (chain === undefined && from === windows) return windows;
    const { windowsDone } = await roll(
      { executionId, ...(chain !== undefined && { chain }), windows, from },
      `${chain ?? `${windows} days`} on ${networkId}`,
    );
    if (chain === undefined) return windowsDone;
  }
}

/** Dispatches real time, hour by hour, for the windows that have been solved. */
const dispatch = (
  executionId: string,
  { chain, closed, hours, hoursOfWindow }: RealTimeHours,
  windowsDone: number,
  networkId: string,
) =>
  roll(
    { executionId, chain, from: closed, windows: Math.min(hours, windowsDone * hoursOfWindow) },
    `${chain} on ${networkId}`,
  );

const roll = (input: RollingInput, summary: string) =>
  executeChild(rollingHorizon, {
    workflowId: `${input.executionId}-${input.chain ?? 'rolling'}`,
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    args: [input],
    staticSummary: summaryText(summary, 120),
    typedSearchAttributes: [{ key: searchAttributes.executionId, value: input.executionId }],
  });
