/** Texts for codes of a job. */
import type { Job } from '../../client/runs.ts';

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

export const ERRORS: Readonly<Record<NonNullable<Job['error']>['code'], string>> = {
  SOLVER_ERROR: 'The solver failed.',
  SOLVER_TIMEOUT: 'The solver exceeded its time.',
  SOLVER_UNAVAILABLE: 'No solver of this kind is available.',
  INVALID_MODEL: 'No model can be built of the case.',
  VERIFICATION_FAILED: 'The schedule failed verification and is not shown.',
  CANCELLED: 'The job was cancelled.',
  INTERNAL: 'The service failed.',
};
