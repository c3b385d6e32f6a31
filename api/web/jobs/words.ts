/** What codes of a job mean, in words. */
import type { Job, JobResult } from '../../client/runs.ts';
import { percent } from '../parts/format.ts';

export const TYPES: Readonly<Record<Job['job_type'], string>> = {
  uc: 'Unit commitment',
  scuc: 'Security-constrained unit commitment',
  ed: 'Economic dispatch',
};

type Phase = NonNullable<Job['progress_detail']>['phase'];

/** In their order: the name of the step, and what is done in it. */
export const PHASES: Readonly<Record<Phase, readonly [step: string, work: string]>> = {
  loading: ['Case', 'Reading the case'],
  building: ['Model', 'Building the model'],
  relaxation: ['Relaxation', 'Solving the relaxation'],
  search: ['Search', 'Searching for better schedules'],
  pricing: ['Prices', 'Computing prices'],
  verifying: ['Checks', 'Checking the schedule'],
  saving: ['Result', 'Storing the result'],
};

/** Smaller amounts count as zero. */
const LEAST_GAP = 1e-9;

/** The outcome with its gap. */
export function terminationText({
  termination_status: status,
  mip_gap: gap,
}: Pick<JobResult, 'termination_status' | 'mip_gap'>): string {
  if (status === 'INFEASIBLE') return 'Infeasible: no schedule keeps all rules of the case.';
  if (status === 'TIMEOUT') return 'The time limit came before a schedule was found.';
  if (status === 'OPTIMAL')
    return (gap ?? 0) < LEAST_GAP
      ? 'Optimal: no schedule is cheaper.'
      : `Optimal: no schedule can be more than ${percent(gap)} cheaper.`;
  return gap === null
    ? 'Feasible: verified, but no bound says how much cheaper another one may be.'
    : `Feasible: verified, but one up to ${percent(gap)} cheaper may exist.`;
}

/** Why the search ended, where the sentence before does not say it. */
export const ENDINGS: Readonly<Record<NonNullable<JobResult['end_reason']>, string>> = {
  proven: '',
  gap_reached: 'The search ended at the gap that was asked for.',
  time_limit: 'The search ended at the time limit.',
  stopped: 'The search was told to end with what it had.',
  cancelled: 'The job was cancelled.',
  memory: 'The solver ran out of memory or crashed; this is the best that it had.',
  infeasible: '',
};

export const ERRORS: Readonly<Record<NonNullable<Job['error']>['code'], string>> = {
  SOLVER_ERROR: 'The solver failed.',
  SOLVER_TIMEOUT: 'The solver did not end in time.',
  SOLVER_UNAVAILABLE: 'No solver of this kind could be reached.',
  INVALID_MODEL: 'The case cannot be turned into a model.',
  VERIFICATION_FAILED: 'The schedule did not pass its checks, and is not shown.',
  CANCELLED: 'The job was cancelled.',
  INTERNAL: 'The service failed.',
};
