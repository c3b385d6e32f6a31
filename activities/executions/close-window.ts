/**
 * Closes a window that has been solved: records the totals of its kept hours for the run and its report, and the
 * initial state of the next window.
 */

import { chainJobId } from '../../mongo/derived-ids.ts';
import type { ExecutionRecord } from '../../mongo/executions.ts';
import { chainKey, REAL_TIME } from '../../mongo/window-chains.ts';
import type { WindowOutcome, WindowRecord } from '../../mongo/windows.ts';
import type { ClosedWindow, WindowInput } from '../../temporal/case/messages/execution.ts';
import { windowPart } from '../../temporal/case/report/window-part.ts';
import { stateAfter, stateUnsolved } from '../rolling/carried-state.ts';
import { MOST_PENALTY_USD } from '../rolling/connection-payload.ts';
import { dayTotals, hourlyTotals } from '../rolling/day-totals.ts';
import { invalidModel } from '../solve/failures.ts';
import { readExecution } from './begin-execution.ts';
import { roundedTotals } from './execution-results.ts';
import { mostOfHours } from './most-of-hours.ts';
import type { ExecutionActivityDeps } from './network-of.ts';
import { settlementOf } from './real-time.ts';

export async function closeWindow(
  deps: ExecutionActivityDeps,
  { executionId, index, chain }: WindowInput,
): Promise<ClosedWindow> {
  const key = chainKey(executionId, chain);
  const window = await deps.windows.find(key, index);
  if (!window) throw invalidModel('The window is not on record');
  const { record, model } = await readExecution(deps, executionId);
  const { connection } = record;
  const again = { hasSchedule: false, again: true } as const;
  if (window.anew && !window.outcome && !(await deps.jobs.find(window.job_id))) return again;
  const outcome = window.outcome ?? (await outcomeOf(deps, window, record, chain === REAL_TIME));
  const most = connection?.asksMost && { most: await mostOfHours(deps, window, record, model) };
  const { penalty_usd = Number.POSITIVE_INFINITY } = outcome.totals ?? {};
  const breaks = Boolean(connection) && !most && penalty_usd > MOST_PENALTY_USD;
  if (breaks && connection?.anew && !window.anew) {
    await deps.windows.recommit(key, index, chainJobId(executionId, `anew ${chain ?? ''}`, index));
    return again;
  }
  await deps.windows.close(key, index, { ...outcome, ...most });
  // A run that serves a connection ends at the first window that breaks a limit: no later one can make it serve.
  return {
    hasSchedule: outcome.totals !== null && !breaks,
    ...(outcome.totals === null && outcome.state !== null && { goesOn: true }),
  };
}

async function outcomeOf(
  deps: ExecutionActivityDeps,
  window: WindowRecord,
  record: ExecutionRecord,
  isRealTime: boolean,
): Promise<WindowOutcome> {
  const { documents, windows, factsOf } = deps;
  const { _id: executionId, options } = record;
  const { job_id, kept_hours, used_mwh, first_mwh, execution_id, index } = window;
  const [payload, result] = await Promise.all([
    documents.get('payload', job_id),
    documents.get('result', job_id),
  ]);
  if (!payload || !result) throw invalidModel('The result of the window is no longer stored');
  const solved = result.objective_value !== null;
  if (solved) {
    const part = windowPart(payload, result, window, await factsOf(executionId));
    const settled = isRealTime ? await settlementOf(deps, record, { payload, result }, window) : undefined;
    await windows.putPart(execution_id, index, { ...part, ...(settled && { settlement: settled }) });
  }
  const unsolved = options.go_on ? stateUnsolved(payload, kept_hours, used_mwh, first_mwh) : null;
  return {
    termination_status: result.termination_status,
    solve_time_s: result.solve_time_s,
    mip_gap: result.mip_gap,
    totals: solved ? roundedTotals(dayTotals(payload, result, kept_hours)) : null,
    hourly: solved ? hourlyTotals(payload, result, kept_hours) : null,
    state: solved ? stateAfter(payload, result, kept_hours, used_mwh, first_mwh) : unsolved,
    message: solved ? null : (result.infeasibility?.causes[0]?.message ?? 'No schedule was found in time'),
    ...(result.warnings.length > 0 && { warnings: result.warnings }),
  };
}
