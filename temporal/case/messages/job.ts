/** A solve job as clients see it. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { JOB_ERROR_CODES } from '../../failures.ts';
import { JOB_TYPES, SOLVERS } from '../../solvers.ts';
import { convergencePoint, convergenceSchema } from './convergence.ts';
import { END_REASON_MEANING, END_REASONS } from './end-reason.ts';
import { TERMINATION_STATUSES } from './result.ts';

export const PHASES = [
  'loading',
  'building',
  'relaxation',
  'search',
  'pricing',
  'verifying',
  'saving',
] as const;
export type Phase = (typeof PHASES)[number];

const count = () => number().integer().min(0).required();

/** Progress of a running solve. The solver sends it by heartbeats, and the workflow keeps it for the status reply. */
const progressSchema = convergencePoint.shape({
  phase: string().oneOf(PHASES).required(),
  nodes: number().nullable().defined(),
  begun: array(object({ phase: string().oneOf(PHASES).required(), at_s: number().required() }).required())
    .optional()
    .meta({ description: 'Phases of this attempt so far, each with its start in elapsed_s' }),
  size: object({ rows: count(), columns: count(), integers: count() })
    .optional()
    .default(undefined)
    .meta({ description: 'Rows, columns and integer columns of the model, once it is built' }),
});
export type Progress = InferType<typeof progressSchema>;

export const NOT_STARTED: Progress = {
  phase: 'loading',
  incumbent: null,
  bound: null,
  mip_gap: null,
  nodes: null,
  elapsed_s: 0,
};

export const JOB_STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Final statuses of a job. */
const TERMINAL_STATUSES: readonly JobStatus[] = ['completed', 'failed', 'cancelled'];
export const isTerminal = (status: JobStatus): boolean => TERMINAL_STATUSES.includes(status);

export const jobErrorSchema = object({
  code: string().oneOf(JOB_ERROR_CODES).required(),
  message: string().required(),
  retryable: boolean().required(),
});
export type JobError = InferType<typeof jobErrorSchema>;

const timestamp = () => string().datetime({ precision: 3 });

export const jobStatusSchema = object({
  job_id: string().uuid().required(),
  status: string().oneOf(JOB_STATUSES).required(),
  job_type: string().oneOf(JOB_TYPES).required(),
  submitted_at: timestamp().required(),
  started_at: timestamp().nullable().defined(),
  finished_at: timestamp().nullable().defined(),
  error: jobErrorSchema.nullable().default(undefined).defined(),
  progress: number().integer().min(0).max(100).required(),
  progress_detail: progressSchema
    .shape({ convergence: convergenceSchema.optional() })
    .nullable()
    .default(undefined)
    .defined(),
  queue_position: number().integer().min(0).nullable().defined(),
  scenario_id: string().required(),
  name: string().nullable().defined(),
  tags: array(string().required()).required(),
  solver: string().oneOf(SOLVERS).required(),
  part_of: object({
    type: string()
      .oneOf(['experiment', 'execution', 'job'] as const)
      .required()
      .meta({ description: 'job = a question about that job' }),
    id: string().required(),
    index: number().integer().min(0).required().meta({
      description: 'Scenario of the experiment, window of the execution or attempt at the question, 0-based',
    }),
  })
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description: 'Experiment, execution or job that the job belongs to; null = none' }),
  repair_of: string().uuid().optional().meta({ description: 'Infeasible job whose case this one repairs' }),
  what_if_of: string().uuid().optional().meta({
    description: 'Job whose changed case this one solves; part_of is null once it is kept',
  }),
  time_limit_s: number().optional().meta({ unit: 's', description: 'Solve time limit' }),
  target_gap: number().optional().meta({ description: 'mip_gap at which the search ends' }),
  termination_status: string()
    .oneOf(TERMINATION_STATUSES)
    .nullable()
    .defined()
    .meta({ description: 'Termination status of the result; null unless `completed`' }),
  end_reason: string()
    .oneOf(END_REASONS)
    .nullable()
    .optional()
    .meta({ description: `${END_REASON_MEANING}; null until the end, for failed and for older jobs` }),
  objective_value: number().nullable().defined().meta({
    unit: '$',
    description: 'Operating cost plus penalties, less the value of stored energy; null without a schedule',
  }),
  penalty_usd: number().nullable().optional().meta({
    unit: '$',
    description:
      'Penalties in objective_value: unserved load, reserve shortage, violated limits; null without a schedule, absent until the end and from older jobs',
  }),
  mip_gap: number().nullable().optional().meta({
    description: 'Proven relative gap; null without a schedule, absent until the end and from older jobs',
  }),
});
export type JobStatusReply = InferType<typeof jobStatusSchema>;
