/** The verifier's bound for a case that is not solved, by the multipliers of a similar case. */
import type { ChangedCase } from '../../temporal/case/messages/what-if.ts';
import type { JobType } from '../../temporal/solvers.ts';
import { independentBound } from './bound/independent-bound.ts';
import { factorizeGrid } from './network/dc-flow.ts';
import { readCase } from './schedule/read-case.ts';
import { readSchedule } from './schedule/read-schedule.ts';
import { NO_RESULT } from './schedule/schedule.ts';

/**
 * Lower bound of the objective, $, less the tolerances of the checks; undefined in the same cases as
 * `independentBound`. Needs no schedule.
 */
export function lowerBound(
  jobType: JobType,
  { payload, multipliers }: Pick<ChangedCase, 'payload' | 'multipliers'>,
): number | undefined {
  const schedule = readSchedule(readCase(payload, jobType), { ...NO_RESULT, multipliers });
  const { grid } = schedule;
  const factors = grid.lines.length === 0 ? null : factorizeGrid(grid, []);
  const independent = independentBound(schedule, factors);
  return independent && independent.bound - independent.tolerance;
}
