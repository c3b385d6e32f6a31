/** A run of the model builder: one solve, or a rolling horizon as a child workflow; then its end, once. */
import {
  ApplicationFailure,
  CancellationScope,
  CancelledFailure,
  defineQuery,
  executeChild,
  isCancellation,
  ParentClosePolicy,
  setHandler,
} from '@temporalio/workflow';
import type {
  ExecutionInput,
  ExecutionResults,
  ExecutionState,
} from '../temporal/case/messages/execution.ts';
import { STATUS_QUERY, searchAttributes } from '../temporal/names.ts';
import { CANCELLED } from '../temporal/run-status.ts';
import { summaryText } from '../temporal/solve-options.ts';
import { toJobError } from './job-error.ts';
import { records } from './proxies.ts';
import { rollingHorizon } from './rolling-horizon.ts';
import { showStatus } from './show-status.ts';
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
  state = { ...state, status: end.status, finishedAt, error: end.status === 'completed' ? null : end.error };
  showStatus(end.status);
  // The workflow closes the way the execution ended, so that the Web UI tells the same story.
  if (end.status === 'cancelled') throw new CancelledFailure(end.error.message);
  if (end.status === 'failed') throw ApplicationFailure.nonRetryable(end.error.message, end.error.code);
  return end.results;
}

/** Null when what was found can be written down. */
async function run(
  { executionId, windows, networkId }: ExecutionInput,
  begun: (startedAt: string) => void,
): Promise<Unfinished> {
  try {
    const { startedAt, closed } = await records.beginExecution(executionId);
    begun(startedAt);
    if (windows === 1) await solveWindow(executionId, 0);
    else await roll(executionId, windows, closed, networkId);
    return null;
  } catch (error) {
    return isCancellation(error)
      ? { status: 'cancelled', error: CANCELLED }
      : { status: 'failed', error: toJobError(error) };
  }
}

const roll = (executionId: string, windows: number, from: number, networkId: string) =>
  executeChild(rollingHorizon, {
    workflowId: `${executionId}-rolling`,
    workflowIdReusePolicy: 'REJECT_DUPLICATE',
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    args: [{ executionId, windows, from }],
    staticSummary: `${windows} days on ${summaryText(networkId, 120)}`,
    typedSearchAttributes: [{ key: searchAttributes.executionId, value: executionId }],
  });
