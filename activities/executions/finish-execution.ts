/** Writes how an execution ended and what it found. */
import { type ExecutionRecord, toExecutionInput } from '../../mongo/executions.ts';
import type { ExecutionEnd, FinishedExecution } from '../../temporal/case/messages/execution.ts';
import type { JobError } from '../../temporal/case/messages/job.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { endWithoutAnswer, finishParts, finishRun } from '../runs/lifecycle.ts';
import type { Swept } from '../runs/sweep.ts';
import { readExecution } from './begin-execution.ts';
import { executionResults } from './execution-results.ts';
import { partFigures, runOutcome } from './run-outcome.ts';

export interface FinishExecutionInput {
  readonly executionId: string;
  /** Null when every window has been solved, or the last one has no schedule. */
  readonly end: Exclude<ExecutionEnd, { status: 'completed' }> | null;
}

const LOST: JobError = { code: 'INTERNAL', message: 'The execution ended before its solve', retryable: true };

export async function finishExecution(
  deps: RecordActivityDeps,
  { executionId, end }: FinishExecutionInput,
): Promise<FinishedExecution> {
  await finishParts(deps, executionId, end ?? { status: 'failed', error: LOST });
  const asked = end ?? (await completed(deps, executionId));
  const finished = await finishRun<ExecutionRecord, ExecutionEnd>(deps, {
    noun: 'execution',
    id: executionId,
    records: deps.executions,
    asked,
    finish: (at, expiresAt, tx) => deps.executions.finish(executionId, asked, at, expiresAt, tx),
    earlier: (execution) =>
      execution.status === 'completed' && execution.results
        ? { status: 'completed', results: execution.results }
        : endWithoutAnswer(execution, LOST),
    entry,
  });
  const { parent, user_id } = finished.run;
  await deps.windows.expire(executionId, user_id, finished.expiresAt);
  if (parent)
    await deps.scenarioRuns.finish(parent.id, parent.index, runOutcome(finished.end, finished.finishedAt));
  return { end: finished.end, finishedAt: finished.finishedAt.toISOString() };
}

async function completed(deps: RecordActivityDeps, executionId: string): Promise<ExecutionEnd> {
  const { model, record } = await readExecution(deps, executionId);
  const results = await executionResults(deps.windows.all(executionId), {
    rolling: model.rolling,
    goesOn: record.options.go_on === true,
  });
  const figures = results.totals && (await partFigures(deps.windows.parts(executionId)));
  return { status: 'completed', results: { ...results, ...figures } };
}

/** The audit log knows no event of its own for a cancelled execution, and none for what is part of something larger. */
const entry = ({ _id, pcm_model_id, parent }: ExecutionRecord, end: ExecutionEnd) =>
  parent
    ? null
    : ({
        event: end.status === 'completed' ? 'execution_completed' : 'execution_failed',
        once: `${end.status}/${_id}`,
        details: {
          execution_id: _id,
          pcm_model_id,
          ...(end.status === 'completed'
            ? { termination_status: end.results.termination_status }
            : { code: end.error.code }),
        },
      } as const);

/** Executions of the model builder, as the sweep sees them. */
export const sweptExecutions = (deps: RecordActivityDeps): Swept<ExecutionRecord> => ({
  records: deps.executions,
  start: (execution) => deps.executionWorkflows.start(toExecutionInput(execution)),
  state: ({ _id }) => deps.executionWorkflows.state(_id),
  close: ({ _id }) =>
    finishExecution(deps, { executionId: _id, end: { status: 'failed', error: ENDED_FROM_OUTSIDE } }),
  isPart: ({ parent }) => parent !== undefined,
});
