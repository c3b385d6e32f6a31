/**
 * Prepares the namespace: search attributes and the sweep schedule. Every worker does this; a repetition has no effect.
 */
import {
  type Client,
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleOverlapPolicy,
} from '@temporalio/client';
import { ORCHESTRATION_QUEUE, SWEEP_EVERY_S, SWEEP_SCHEDULE, searchAttributes, WORKFLOW } from './names.ts';

/** Code of the value KEYWORD of `temporal.api.enums.v1.IndexedValueType`. */
const KEYWORD = 2;
/** Code of the gRPC status ALREADY_EXISTS. */
const ALREADY_EXISTS = 6;

export async function ensureSearchAttributes(client: Client, namespace: string): Promise<void> {
  const { operatorService } = client.connection;
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(searchAttributes).filter(({ name }) => !(name in (customAttributes ?? {})));
  if (missing.length === 0) return;
  try {
    await operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing.map(({ name }) => [name, KEYWORD])),
    });
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== ALREADY_EXISTS) throw error;
  }
}

export async function ensureSweepSchedule(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: SWEEP_SCHEDULE,
      spec: { intervals: [{ every: SWEEP_EVERY_S * 1000 }] },
      action: {
        type: 'startWorkflow',
        workflowType: WORKFLOW.sweep,
        workflowId: 'sweep',
        taskQueue: ORCHESTRATION_QUEUE,
        args: [],
        workflowExecutionTimeout: '2 minutes',
      },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
