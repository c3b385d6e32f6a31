/**
 * A run of the model builder: one solve, or a rolling horizon as a child workflow; then its end, once. The months of a long
 * one are drafted side by side before, each by a rolling horizon of its own; real time is one behind it, hour after hour.
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
  const asked = await run(input, (startedAt) => {
    state = { ...state, status: 'running', startedAt };
    showStatus('running');
  });
  const { end, finishedAt } = await CancellationScope.nonCancellable(() =>
    records.finishExecution({ executionId: input.executionId, end: asked }),
  );
  state = { ...state, status: end.status, finishedAt, error: errorOf(end) };
  showStatus(end.status);
  requireCompleted(end);
  return end.results;
}

/** Null when what was found can be written down. */
async function run(
  { executionId, windows, networkId }: ExecutionInput,
  begun: (startedAt: string) => void,
): Promise<Unfinished> {
  try {
    const { startedAt, closed, months = [], realTime } = await records.beginExecution(executionId);
    begun(startedAt);
    if (windows === 1) {
      const { hasSchedule, goesOn = false } = await solveWindow({ executionId, index: 0 });
      if (realTime && (hasSchedule || goesOn)) await dispatch(executionId, realTime, 1, networkId);
      return null;
    }
    const drafted = months.filter(({ end }) => end > closed);
    await draft(executionId, drafted, networkId);
    const joined = drafted.length > 0 && { months: drafted };
    const { windowsDone } = await roll(
      { executionId, windows, from: closed, ...joined },
      `${windows} days on ${networkId}`,
    );
    if (realTime) await dispatch(executionId, realTime, windowsDone, networkId);
    return null;
  } catch (error) {
    return endOf(error);
  }
}

/** So many months of a run are drafted at once: others want their turn at the solvers. */
const MOST_AT_ONCE = 4;

/** A month that could not be drafted is solved day after day when its turn has come. */
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

/** Hour after hour of the windows that are done, in real time. */
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
