/** What codes of a job mean, in words. */
import type { Job, JobResult } from '../../client/runs.ts';

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

export const TERMINATIONS: Readonly<Record<JobResult['termination_status'], string>> = {
  OPTIMAL: 'Optimal: no schedule is cheaper by more than the gap.',
  FEASIBLE: 'Feasible: a checked schedule; a cheaper one may exist, by the gap at most.',
  INFEASIBLE: 'Infeasible: no schedule keeps all rules of the case.',
  TIMEOUT: 'The time limit came before a schedule was found.',
};

/** Why the search ended, where the sentence before does not say it. */
export const ENDINGS: Readonly<Record<NonNullable<JobResult['end_reason']>, string>> = {
  proven: 'The gap is closed: nothing is cheaper.',
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
