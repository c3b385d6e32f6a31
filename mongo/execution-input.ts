/** An execution record -> the input of its workflow. */
import type { ExecutionInput } from '../temporal/messages/execution-run.ts';
import type { ExecutionRecord } from './executions.ts';

export const toExecutionInput = (execution: ExecutionRecord): ExecutionInput => ({
  executionId: execution._id,
  userId: execution.user_id,
  modelId: execution.pcm_model_id,
  networkId: execution.network_id,
  windows: execution.windows,
});
