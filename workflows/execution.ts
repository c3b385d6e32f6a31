/** A run of the model builder: one solve, or a rolling horizon as a child workflow; then its end, once. */
import {
  CancellationScope,
  defineQuery,
  executeChild,
  ParentClosePolicy,
  setHandler,
} from '@temporalio/workflow';
import type {
  ExecutionInput,
  ExecutionResults,
  ExecutionState,
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
    const { startedAt, closed } = await records.beginExecution(executionId);
    begun(startedAt);
    if (windows === 1) await solveWindow(executionId, 0);
    else await roll(executionId, windows, closed, networkId);
    return null;
  } catch (error) {
    return endOf(error);
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
