/** Texts for the codes of a job. */
import type { Job, JobResult } from '../../client/runs.ts';
import { percent } from '../parts/format.ts';

export const TYPES: Readonly<Record<Job['job_type'], string>> = {
  uc: 'Unit commitment',
  scuc: 'Security-constrained unit commitment',
  ed: 'Economic dispatch',
};

type Phase = NonNullable<Job['progress_detail']>['phase'];

/** Phases in order, each with the name of its step and its activity. */
export const PHASES: Readonly<Record<Phase, readonly [step: string, work: string]>> = {
  loading: ['Case', 'Reading the case'],
  building: ['Model', 'Building the model'],
  relaxation: ['Relaxation', 'Solving the relaxation'],
  search: ['Search', 'Searching for better schedules'],
  pricing: ['Prices', 'Computing prices'],
  verifying: ['Checks', 'Checking the schedule'],
  saving: ['Result', 'Storing the result'],
};

/** Smallest gap that is shown; smaller gaps count as zero. */
const LEAST_GAP = 1e-9;

/** Termination status and gap as a sentence. */
export function terminationText({
  termination_status: status,
  mip_gap: gap,
}: Pick<JobResult, 'termination_status' | 'mip_gap'>): string {
  if (status === 'INFEASIBLE') return 'Infeasible: no schedule meets all constraints.';
  if (status === 'TIMEOUT') return 'Time limit reached before a schedule was found.';
  if (status === 'OPTIMAL')
    return (gap ?? 0) < LEAST_GAP
      ? 'Optimal: no schedule is cheaper.'
      : `Optimal: no schedule can be more than ${percent(gap)} cheaper.`;
  return gap === null
    ? 'Feasible: verified, but without a bound.'
    : `Feasible: verified, but one up to ${percent(gap)} cheaper may exist.`;
}

/** End reason -> words; empty if the text of the termination status states the reason. */
export const ENDINGS: Readonly<Record<NonNullable<JobResult['end_reason']>, string>> = {
  proven: '',
  gap_reached: 'The search ended at the target gap.',
  time_limit: 'The search ended at the time limit.',
  stopped: 'The search was stopped early.',
  cancelled: 'The job was cancelled.',
  memory: 'The solver ran out of memory or crashed; this is its best schedule.',
  infeasible: '',
};

export const ERRORS: Readonly<Record<NonNullable<Job['error']>['code'], string>> = {
  SOLVER_ERROR: 'The solver failed.',
  SOLVER_TIMEOUT: 'The solver exceeded its time.',
  SOLVER_UNAVAILABLE: 'No solver of this kind is available.',
  INVALID_MODEL: 'No model can be built of the case.',
  VERIFICATION_FAILED: 'The schedule failed verification and is not shown.',
  CANCELLED: 'The job was cancelled.',
  INTERNAL: 'The service failed.',
};
