/** The bound of the verifier for a case that nobody has solved: multipliers of a similar case will do. */
import type { ChangedCase } from '../../temporal/case/messages/what-if.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { independentBound } from './bound/independent-bound.ts';
import { withFamilyCosts } from './families/index.ts';
import { factorizeGrid } from './network/dc-flow.ts';
import { readSchedule } from './schedule/read-schedule.ts';
import type { UnverifiedResult } from './schedule/schedule.ts';

/**
 * $; no schedule that passes the checks costs less, their tolerances included. Undefined as `independentBound`. No
 * schedule is needed for it.
 */
export function lowerBound(
  jobType: JobType,
  { payload, multipliers }: Pick<ChangedCase, 'payload' | 'multipliers'>,
): number | undefined {
  const schedule = readSchedule(withFamilyCosts(payload), jobType, { ...NOTHING, multipliers });
  const { grid } = schedule;
  const factors = grid.lines.length === 0 ? null : factorizeGrid(grid, []);
  const found = independentBound(schedule, factors);
  return found && found.bound - found.tolerance;
}

const NOTHING: UnverifiedResult = {
  solve_time_s: 0,
  objective_value: null,
  termination_status: 'TIMEOUT',
  commitment: {},
  dispatch_mw: {},
  lmp: {},
  lmp_components: {},
  total_cost_usd: null,
  mip_gap: null,
  lower_bound_usd: null,
  node_count: null,
  solver: 'highs',
  solver_version: '',
  startup: {},
  binding_constraints: [],
  cost_breakdown: null,
  warnings: [],
};
