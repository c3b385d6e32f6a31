/** Marks an execution as running, and returns the number of windows that earlier attempts have solved. */
import type { ExecutionRecord, Executions } from '../../mongo/executions.ts';
import { chainKey, REAL_TIME } from '../../mongo/window-chains.ts';
import { draftedMonths } from '../../temporal/case/arithmetic/drafted-months.ts';
import type { BegunExecution } from '../../temporal/case/messages/execution.ts';
import { findPcmModel, type PcmModel } from '../../temporal/case/pcm-models.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { beginRun, notOnRecord } from '../runs/lifecycle.ts';

const DAY_H = 24;

export async function beginExecution(
  { executions, windows, scenarioRuns, now }: RecordActivityDeps,
  executionId: string,
): Promise<BegunExecution> {
  const record = await beginRun(executions, 'execution', executionId, now());
  const isCapped = record.options.emission_cap_t !== undefined;
  const order = record.connection?.days;
  const months = isCapped || order ? [] : draftedMonths(record);
  if (record.parent?.type === 'experiment')
    await scenarioRuns.markRunning(record.parent.id, record.parent.index);
  const { real_time, horizon, step_h = DAY_H } = record.options;
  return {
    startedAt: (record.started_at ?? now()).toISOString(),
    closed: await windows.countClosed(executionId),
    ...(months.length > 0 && { months }),
    ...(isCapped && { isCapped: true as const }),
    ...(order && { order }),
    ...(real_time && {
      realTime: {
        chain: REAL_TIME,
        hours: horizon,
        hoursOfWindow: step_h,
        closed: await windows.countClosed(chainKey(executionId, REAL_TIME)),
      },
    }),
  };
}

/** Returns an execution with its model. Throws a failure that is not retried if either is missing. */
export async function readExecution(
  { executions }: { readonly executions: Pick<Executions, 'find'> },
  executionId: string,
): Promise<{ readonly record: ExecutionRecord; readonly model: PcmModel }> {
  const record = await executions.find(executionId);
  const model = record && findPcmModel(record.pcm_model_id);
  if (!record || !model) throw notOnRecord('execution');
  return { record, model };
}
