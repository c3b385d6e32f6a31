/**
 * The schedule of the whole horizon out of the kept hours of its windows, as one result that the verifier
 * can hold against the whole payload. Its cost is found again, because a window's own covers the look-ahead.
 * No bound is known: the optimum of the whole horizon may be cheaper than that of window after window.
 */

import { scheduleCost } from '../../activities/rolling/schedule-cost.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import { joinHours, type SolvedWindow, type WindowResult } from './join-hours.ts';

/** Windows in order and without gaps, each with a schedule. Throws RangeError when they are not. */
export function joinSchedule(payload: SolvePayload, parts: readonly SolvedWindow[]): WindowResult {
  const last = parts.at(-1);
  if (!last || !covers(payload.horizon, parts)) {
    throw new RangeError(`The windows do not cover ${payload.horizon} hours with a schedule each`);
  }
  const hours = joinHours(parts);
  const cost = scheduleCost(payload, hours, payload.horizon);
  const total = cost.energy_usd + cost.no_load_usd + cost.startup_usd;
  const { solver, solver_version } = last.result;
  return {
    ...hours,
    solver,
    solver_version,
    solve_time_s: parts.reduce((all, { result }) => all + result.solve_time_s, 0),
    termination_status: 'FEASIBLE',
    objective_value: total + cost.penalty_usd,
    total_cost_usd: total,
    cost_breakdown: cost,
    lower_bound_usd: null,
    mip_gap: null,
    node_count: parts.reduce((all, { result }) => all + (result.node_count ?? 0), 0),
    warnings: [...new Set(parts.flatMap(({ result }) => result.warnings))],
  };
}

function covers(horizon: number, parts: readonly SolvedWindow[]): boolean {
  let hour = 0;
  for (const { window, result } of parts) {
    if (window.start !== hour || result.objective_value === null) return false;
    hour += window.kept;
  }
  return hour === horizon;
}
