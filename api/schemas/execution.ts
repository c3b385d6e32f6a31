/** A run of the model builder as clients see it. */
import { boolean, type InferType, number, object, string } from 'yup';
import { JOB_STATUSES, jobErrorSchema } from '../../temporal/messages/job.ts';
import { TERMINATION_STATUSES } from '../../temporal/messages/result.ts';
import { finite, quantity } from '../../temporal/messages/units.ts';
import { chosenSolver } from './solver-choice.ts';
import { totalsFields } from './totals-fields.ts';

const timestamp = () => string().datetime({ precision: 3 });

const usdOrNull = (description: string) => finite().nullable().defined().meta({ unit: '$', description });

const executionResults = object({
  objective_value: usdOrNull('Of the schedule that was kept, penalties included; null without one'),
  termination_status: string()
    .oneOf(TERMINATION_STATUSES)
    .required()
    .meta({ description: 'FEASIBLE at best when solved window after window: that proves no bound' }),
  solve_time_s: quantity('s', 'Over all solves').min(0),
  total_cost_usd: usdOrNull('Without penalties'),
  job_id: string()
    .uuid()
    .nullable()
    .defined()
    .meta({ description: 'Of the last solve: its job has the schedule, or the causes why there is none' }),
  message: string().nullable().defined().meta({ description: 'Why there is no answer' }),
  totals: object(totalsFields()).nullable().default(undefined).defined(),
});

/** What lists show. */
export const executionSummary = object({
  execution_id: string().uuid().required(),
  status: string().oneOf(JOB_STATUSES).required(),
  pcm_model_id: string().required(),
  network_id: string().required(),
  created_at: timestamp().required(),
  finished_at: timestamp().nullable().defined(),
});
export type ExecutionSummary = InferType<typeof executionSummary>;

export const executionSchema = executionSummary.shape({
  solver: chosenSolver.required(),
  options: object({
    horizon: number().integer().min(1).required().meta({ unit: 'h' }),
    include_reserves: boolean().required(),
  }).required(),
  results: executionResults
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description: 'Null until completed' }),
  error: jobErrorSchema.nullable().default(undefined).defined(),
  started_at: timestamp().nullable().defined(),
  progress: number().integer().min(0).max(100).required().meta({ description: 'Percent of the solves' }),
  windows_total: number().integer().min(1).required().meta({ description: 'Solves in a row' }),
  windows_done: number().integer().min(0).required().meta({ description: 'Solves that have ended' }),
});
export type Execution = InferType<typeof executionSchema>;
