/** The bound of the verifier for a case that nobody has solved: multipliers of a similar case will do. */
import type { ChangedCase } from '../../temporal/case/messages/what-if.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { independentBound } from './bound/independent-bound.ts';
import { factorizeGrid } from './network/dc-flow.ts';
import { readCase } from './schedule/read-case.ts';
import { readSchedule } from './schedule/read-schedule.ts';
import { NO_RESULT } from './schedule/schedule.ts';

/**
 * $; no schedule that passes the checks costs less, their tolerances included. Undefined as `independentBound`. No
 * schedule is needed for it.
 */
export function lowerBound(
  jobType: JobType,
  { payload, multipliers }: Pick<ChangedCase, 'payload' | 'multipliers'>,
): number | undefined {
  const schedule = readSchedule(readCase(payload, jobType), { ...NO_RESULT, multipliers });
  const { grid } = schedule;
  const factors = grid.lines.length === 0 ? null : factorizeGrid(grid, []);
  const found = independentBound(schedule, factors);
  return found && found.bound - found.tolerance;
}
