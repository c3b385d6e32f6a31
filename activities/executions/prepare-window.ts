/**
 * Stores payload and job of a window before it is solved. It may be repeated safely, because ids and payload are
 * deterministic.
 */

import { chainJobId, partJobId } from '../../mongo/derived-ids.ts';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { newJob, toSolveInput } from '../../mongo/jobs.ts';
import { chainKey, REAL_TIME } from '../../mongo/window-chains.ts';
import { draftedMonths } from '../../temporal/case/arithmetic/drafted-months.ts';
import type { PreparedWindow, WindowInput } from '../../temporal/case/messages/execution.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import type { PcmModel } from '../../temporal/case/pcm-models.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';
import { firstEnergies } from '../rolling/carried-state.ts';
import { usedBefore } from '../rolling/energy-budgets.ts';
import { shiftedCommitment, type Window, windowsOf } from '../rolling/window.ts';
import { invalidModel } from '../solve/failures.ts';
import { readExecution } from './begin-execution.ts';
import { executionPayload, jobTypeOf, type WindowStart } from './execution-payload.ts';
import type { ExecutionActivityDeps } from './network-of.ts';
import { atAllowance } from './next-allowance.ts';
import { realTimeOf } from './real-time.ts';

/** Prepares a window. Throws a failure that is not retried if the execution or its network cannot be read. */
export async function prepareWindow(
  deps: ExecutionActivityDeps,
  { executionId, index, chain }: WindowInput,
): Promise<PreparedWindow> {
  const { record: stored, model } = await readExecution(deps, executionId);
  const record = atAllowance(stored, chain);
  const key = chainKey(executionId, chain);
  const before = await deps.windows.find(key, index);
  if (before?.outcome) return { input: null };
  const network = await deps.networkOf(executionId);
  const realTime = chain === REAL_TIME ? await realTimeOf(deps, record, index) : undefined;
  const window = realTime?.window ?? executionWindow(record, model, index);
  const start = await windowStart(deps, key, record, network, window);
  const payload = {
    ...executionPayload(record, model, network, window, start, realTime),
    ...(!before?.anew && (await keptCommitment(deps, record, window))),
  };
  const job = newJob(
    { ...jobOf(record, model, index, chain), ...(before?.anew && { id: before.job_id }) },
    deps.now(),
  );
  await deps.windows.open({
    execution_id: key,
    index,
    start_hour: window.start,
    kept_hours: window.kept,
    job_id: job._id,
    ...(start.used && { used_mwh: start.used }),
    ...firstEnergies(start.state),
  });
  await deps.documents.put('payload', job._id, payload);
  // A real-time window is solved quickly, so it gets no warm start.
  if (!realTime) await putWarmStart(deps, record, chain, window, job._id);
  await deps.jobs.accept(job);
  return { input: toSolveInput(job) };
}

/**
 * State in which a window begins, and the energy that earlier windows took from budgets. `key`: key of the chain, the
 * sequence of windows to which this one belongs. A chain other than the run's own may begin at any window, in the
 * initial state of the run; a run with a connection begins there in the state of the run without it. Throws a failure
 * that is not retried if the previous window of the chain left no state.
 */
export async function windowStart(
  { windows }: ExecutionActivityDeps,
  key: string,
  { _id, start, connection }: ExecutionRecord,
  network: NetworkContent,
  window: Window,
): Promise<WindowStart> {
  const hour = { calendar: start?.calendar, first: (start?.hour ?? 0) + window.start };
  const { base, days } = connection ?? {};
  const previous = (of: string) => (window.index === 0 ? null : windows.find(of, window.index - 1));
  const isApart = days !== undefined || key !== _id;
  const before =
    (days ? null : await previous(key)) ?? (base !== undefined && isApart ? await previous(base) : null);
  const begins = window.index === 0 || (before === null && key !== _id);
  if (begins) return { state: undefined, used: usedBefore(network, hour) };
  const state = before?.outcome?.state;
  if (!state) throw invalidModel('The window before this one has left no state');
  return { state, used: usedBefore(network, hour, state) };
}

/** Commitment of the same window of the run that `record` follows; empty if units are committed anew. */
async function keptCommitment(
  { windows, documents }: ExecutionActivityDeps,
  { connection }: ExecutionRecord,
  { index, length }: Window,
): Promise<Pick<SolvePayload, 'fixed_commitment'>> {
  if (connection?.follows === undefined) return {};
  const followed = await windows.find(connection.follows, index);
  const result = followed && (await documents.get('result', followed.job_id));
  if (!result) throw invalidModel('The schedule without the connection is no longer stored');
  return {
    fixed_commitment: Object.entries(result.commitment).flatMap(([generator, on]) =>
      on.slice(0, length).map((isOn, hour) => ({ generator, hour, on: Boolean(isOn) })),
    ),
  };
}

/**
 * Stores the warm start of a window: the schedule of a draft for the same hours or, without a draft, the shifted
 * schedule of the previous window or, without one, that of the run without a connection. The choice does not depend on
 * when the window is solved.
 */
async function putWarmStart(
  { windows, documents }: ExecutionActivityDeps,
  record: ExecutionRecord,
  chain: string | undefined,
  { index, start, length }: Window,
  jobId: string,
): Promise<void> {
  const month =
    chain === undefined && draftedMonths(record).find(({ first, end }) => first <= index && index < end);
  const draft = month && (await windows.find(chainKey(record._id, month.chain), index));
  const { base, days } = record.connection ?? {};
  const like =
    draft ||
    (index > 0 && !days && (await windows.find(chainKey(record._id, chain), index - 1))) ||
    (base !== undefined && (await windows.find(base, index)));
  const result = like && (await documents.get('result', like.job_id));
  if (!result || result.objective_value === null) return;
  const commitment = shiftedCommitment(result.commitment, start - like.start_hour, length);
  await documents.put('warm_start', jobId, { commitment });
}

const jobOf = (record: ExecutionRecord, model: PcmModel, index: number, chain?: string) =>
  ({
    id: chain === undefined ? partJobId(record._id, index) : chainJobId(record._id, chain, index),
    userId: record.user_id,
    parent: { type: 'execution', id: record._id, index },
    job_type: jobTypeOf(record.options, model),
    solver: record.solver.id,
    scenario_id: record.network_id,
    name: [
      model.name,
      ...(model.rolling ? [`${chain === REAL_TIME ? 'hour' : 'day'} ${index + 1}`] : []),
      ...(chain === undefined ? [] : [chain]),
    ].join(', '),
    time_limit_s: record.solver.time_limit,
    mip_gap: record.solver.mip_gap,
  }) as const;

/**
 * Window `index` of a run; a run without a rolling horizon has a single window. Throws RangeError when the run has no
 * such window.
 */
export function executionWindow({ options }: ExecutionRecord, { rolling }: PcmModel, index: number): Window {
  const { horizon } = options;
  const windows = rolling
    ? windowsOf(horizon, options)
    : [{ index: 0, start: 0, kept: horizon, length: horizon }];
  const window = windows[index];
  if (!window) throw new RangeError(`The execution has ${windows.length} windows, and none at ${index}`);
  return window;
}
