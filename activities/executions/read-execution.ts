/** An execution with its model, or a failure that is final. */
import { ApplicationFailure } from '@temporalio/activity';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { findPcmModel, type PcmModel } from '../../temporal/pcm-models.ts';
import type { RecordActivityDeps } from '../deps.ts';

export async function readExecution(
  { executions }: Pick<RecordActivityDeps, 'executions'>,
  executionId: string,
): Promise<{ readonly record: ExecutionRecord; readonly model: PcmModel }> {
  const record = await executions.find(executionId);
  const model = record && findPcmModel(record.pcm_model_id);
  if (!record || !model) throw ApplicationFailure.nonRetryable('The execution is not on record', 'INTERNAL');
  return { record, model };
}
