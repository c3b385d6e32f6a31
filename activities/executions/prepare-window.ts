/** Makes a window ready to be solved: payload and job are stored. Repeatable: ids and payload are fixed. */

import { partJobId } from '../../mongo/derived-ids.ts';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { newJob, toSolveInput } from '../../mongo/jobs.ts';
import type { PreparedWindow, WindowInput } from '../../temporal/case/messages/execution.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { usedBefore } from '../rolling/energy-budgets.ts';
import { shiftedCommitment, type Window, windowsOf } from '../rolling/window.ts';
import { invalidModel } from '../solve/failures.ts';
import { readExecution } from './begin-execution.ts';
import { executionPayload, jobTypeOf, type WindowStart } from './execution-payload.ts';
import type { NetworkOf } from './network-of.ts';

interface PrepareDeps
  extends Pick<RecordActivityDeps, 'executions' | 'windows' | 'jobs' | 'documents' | 'now'> {
  readonly networkOf: NetworkOf;
}

/** Throws a failure that is final when the execution or its network cannot be read. */
export async function prepareWindow(
  deps: PrepareDeps,
  { executionId, index }: WindowInput,
): Promise<PreparedWindow> {
  const { record, model } = await readExecution(deps, executionId);
  const before = await deps.windows.find(executionId, index);
  if (before?.outcome) return { input: null };
  const network = await deps.networkOf(executionId);
  const window = executionWindow(record, model, index);
  const start = await windowStart(deps, record, network, window);
  const payload = executionPayload(record, model, network, window, start);
  const job = newJob(jobOf(record, model, index), deps.now());
  await deps.windows.open({
    execution_id: executionId,
    index,
    start_hour: window.start,
    kept_hours: window.kept,
    job_id: job._id,
    ...(start.used && { used_mwh: start.used }),
  });
  await deps.documents.put('payload', job._id, payload);
  if (index > 0) await putWarmStart(deps, executionId, window, job._id);
  await deps.jobs.accept(job);
  return { input: toSolveInput(job) };
}

async function windowStart(
  { windows }: PrepareDeps,
  { _id, start }: ExecutionRecord,
  network: NetworkContent,
  window: Window,
): Promise<WindowStart> {
  const hour = { calendar: start?.calendar, first: (start?.hour ?? 0) + window.start };
  if (window.index === 0) return { state: undefined, used: usedBefore(network, hour) };
  const state = (await windows.find(_id, window.index - 1))?.outcome?.state;
  if (!state) throw invalidModel('The window before this one has left no state');
  return { state, used: usedBefore(network, hour, state.renewables) };
}

/** The schedule of the window before, moved on: whenever this one is solved, it begins with the same. */
async function putWarmStart(
  { windows, documents }: PrepareDeps,
  executionId: string,
  { index, start, length }: Window,
  jobId: string,
): Promise<void> {
  const before = await windows.find(executionId, index - 1);
  const result = before && (await documents.get('result', before.job_id));
  if (!result || result.objective_value === null) return;
  const commitment = shiftedCommitment(result.commitment, start - before.start_hour, length);
  await documents.put('warm_start', jobId, { commitment });
}

const jobOf = (record: ExecutionRecord, model: PcmModel, index: number) =>
  ({
    id: partJobId(record._id, index),
    userId: record.user_id,
    parent: { type: 'execution', id: record._id, index },
    job_type: jobTypeOf(record.options, model),
    solver: record.solver.id,
    scenario_id: record.network_id,
    name: model.rolling ? `${model.name}, day ${index + 1}` : model.name,
    time_limit_s: record.solver.time_limit,
    mip_gap: record.solver.mip_gap,
  }) as const;

/** The horizon is one window unless it rolls. Throws RangeError when there is no such window. */
function executionWindow({ options }: ExecutionRecord, { rolling }: PcmModel, index: number): Window {
  const { horizon } = options;
  const windows = rolling
    ? windowsOf(horizon, options)
    : [{ index: 0, start: 0, kept: horizon, length: horizon }];
  const window = windows[index];
  if (!window) throw new RangeError(`The execution has ${windows.length} windows, and none at ${index}`);
  return window;
}
