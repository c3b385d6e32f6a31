/** Executions of the model builder, as the sweep sees them. */
import { toExecutionInput } from '../../mongo/execution-input.ts';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { finishExecution } from '../executions/finish-execution.ts';
import type { Swept } from './swept.ts';

export const sweptExecutions = (deps: RecordActivityDeps): Swept<ExecutionRecord> => ({
  records: deps.executions,
  start: (execution) => deps.executionWorkflows.start(toExecutionInput(execution)),
  state: ({ _id }) => deps.executionWorkflows.state(_id),
  close: ({ _id }) =>
    finishExecution(deps, { executionId: _id, end: { status: 'failed', error: ENDED_FROM_OUTSIDE } }),
  isPart: () => false,
});
