/** The summary of an experiment as clients see it. */
import { array, type InferType, mixed, number, object, string } from 'yup';
import type { Unit } from '../../temporal/case/elements/units.ts';
import { scenarioOutcomeFields } from '../../temporal/case/messages/experiment.ts';
import { JOB_STATUSES } from '../../temporal/case/messages/job.ts';
import { CHANGE_MODES, VARIABLE_TYPES } from '../../temporal/case/messages/matrix.ts';
import { scenarioViewSchema } from './scenario-view.ts';

const count = () => number().integer().min(0).required();
const mean = () => number().nullable().defined();

const scenario = (description: string) =>
  scenarioViewSchema.nullable().default(undefined).defined().meta({ description });

const isLevel = (value: unknown): value is number | string => ['number', 'string'].includes(typeof value);

const levelSchema = object({
  value: mixed<number | string>(isLevel).required(),
  scenarios: count().meta({ description: 'Scenarios at this level; means are over those with a schedule' }),
  mean_objective_value: mean().meta({ unit: '$' }),
  mean_avg_lmp_usd_per_mwh: mean().meta({ unit: '$/MWh' }),
  mean_startups: mean(),
});

const effect = () =>
  object({
    slope: number()
      .nullable()
      .defined()
      .meta({ description: 'Least squares, per unit of the variable, all others ignored; null for text' }),
    correlation: number()
      .min(-1)
      .max(1)
      .nullable()
      .defined()
      .meta({ description: "Pearson's r; null for text, or where the figure never changes" }),
    spread: number().min(0).required().meta({ description: 'Largest minus smallest mean of a level' }),
  })
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description: 'Null when fewer than two levels have a schedule' });

const variableSchema = object({
  name: string().required(),
  type: string().oneOf(VARIABLE_TYPES).required(),
  mode: string().oneOf(CHANGE_MODES).required(),
  levels: array(levelSchema).required(),
  levels_omitted: count().meta({
    description: 'Number of distinct levels if there are too many to list, else 0',
  }),
  effect: object({
    objective_value: effect(),
    avg_lmp_usd_per_mwh: effect(),
    max_lmp_usd_per_mwh: effect(),
    startups: effect(),
  }).required(),
});

const samples = (unit: Unit) => {
  const amount = () => number().required().meta({ unit });
  const spread = () => number().min(0).nullable().defined().meta({ unit });
  return object({
    mean: amount(),
    standard_deviation: spread().meta({ description: 'Sample standard deviation; null for a single run' }),
    standard_error: spread().meta({
      description: 'Standard error of the mean (sample deviation / square root of the number of runs)',
    }),
    p5: amount(),
    p50: amount(),
    p95: amount(),
  })
    .nullable()
    .default(undefined)
    .defined();
};

const expected = (description: string) =>
  object({
    per_run: number().min(0).required().meta({ description: 'Mean over the runs' }),
    standard_error: number()
      .min(0)
      .nullable()
      .defined()
      .meta({ description: 'Standard error of the mean; null for a single run' }),
    per_year: number().min(0).required().meta({ description: 'Mean scaled to 8,760 h' }),
  })
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description });

const isValues = (value: unknown): value is Readonly<Record<string, number | string>> =>
  typeof value === 'object' && value !== null;

const monteCarloSchema = object({
  hours: count().meta({ unit: 'h', description: 'Length of one run' }),
  groups: array(
    object({
      values: mixed(isValues).required().meta({
        description:
          'Values common to the runs of the group: all variables but outage_seed; none for sampled matrices',
      }),
      runs: count().meta({ description: 'Number of runs with a result, which are the samples' }),
      runs_without_answer: count(),
      unsolved_windows: count().meta({
        description: 'Windows of these runs without a schedule, whose unserved energy is unknown',
      }),
      eue_mwh: expected('Expected unserved energy, MWh'),
      lole_days: expected('Loss-of-load expectation: days with an hour in which load is not served'),
      lolh_hours: expected('Loss-of-load hours'),
      total_cost_usd: samples('$'),
      unserved_mwh: samples('MWh'),
      co2_t: samples('t').meta({ description: 'Null when unknown' }),
    }),
  ).required(),
  groups_omitted: count().meta({ description: 'Number of groups if there are too many to list, else 0' }),
});

export const experimentSummarySchema = object({
  experiment_id: string().uuid().required(),
  status: string().oneOf(JOB_STATUSES).required(),
  scenarios_total: count(),
  scenarios_completed: count().meta({ description: 'Scenarios that have ended, failed ones included' }),
  scenarios_failed: count(),
  ...scenarioOutcomeFields(),
  scenarios_without_schedule: count().meta({
    description:
      'Ended scenarios without a schedule, mostly infeasible ones; excluded from means and effects',
  }),
  best: scenario('Lowest objective'),
  worst: scenario('Highest objective'),
  base: scenario('The unchanged scenario'),
  variables: array(variableSchema).required(),
  monte_carlo: monteCarloSchema
    .optional()
    .default(undefined)
    .meta({ description: 'Adequacy and statistics over the seeds; only for runs of the model builder' }),
});
export type ExperimentSummary = InferType<typeof experimentSummarySchema>;
