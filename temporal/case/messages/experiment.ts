/** An experiment as clients see it. */
import { type InferType, number, object, string } from 'yup';
import { JOB_TYPES, SOLVERS } from '../../solvers.ts';
import { JOB_STATUSES, jobErrorSchema } from './job.ts';
import { outcomeFields, partCount } from './outcome.ts';

const timestamp = () => string().datetime({ precision: 3 });
const count = () => number().integer().min(0).required();

export const scenarioOutcomeFields = () => ({
  ...outcomeFields('scenarios'),
  scenarios_solved: partCount('Ended with a schedule'),
  scenarios_partly_solved: partCount('Runs with an answer in which some solves have no schedule'),
  scenarios_unsolved: partCount('Ended without a schedule: infeasible, out of time, failed or cancelled'),
});

export const experimentSchema = object({
  experiment_id: string().uuid().required(),
  name: string().required(),
  status: string().oneOf(JOB_STATUSES).required(),
  base_scenario_id: string().required(),
  base_version: string().required().meta({ description: 'Content hash of the base as it was submitted' }),
  job_type: string().oneOf(JOB_TYPES).required(),
  solver: string().oneOf(SOLVERS).required(),
  method: string().required(),
  timeout_per_scenario: number().required().meta({ unit: 's' }),
  max_parallel: number().integer().required(),
  attempt: number().integer().min(1).required().meta({ description: '1, plus 1 for each retry' }),
  scenarios_total: count(),
  scenarios_completed: count().meta({ description: 'Scenarios that have ended, failed ones included' }),
  scenarios_failed: count(),
  scenarios_cancelled: count(),
  scenarios_running: count(),
  ...scenarioOutcomeFields(),
  pcm_model_id: string().optional().meta({
    description: 'Model of which each scenario is a run, on the base network; absent if scenarios are solves',
  }),
  windows_total: count().optional().meta({ description: 'Solves of all runs' }),
  windows_done: count().optional(),
  progress: number().integer().min(0).max(100).required(),
  eta_seconds: number().min(0).nullable().defined().meta({
    unit: 's',
    description: 'Estimate from the scenarios that have ended; null before the first and at the end',
  }),
  created_at: timestamp().required(),
  started_at: timestamp().nullable().defined(),
  finished_at: timestamp().nullable().defined(),
  error: jobErrorSchema.nullable().default(undefined).defined(),
});
export type ExperimentReply = InferType<typeof experimentSchema>;
