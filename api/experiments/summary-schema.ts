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
    .meta({ description: 'Null where fewer than two levels have a schedule' });

const variableSchema = object({
  name: string().required(),
  type: string().oneOf(VARIABLE_TYPES).required(),
  mode: string().oneOf(CHANGE_MODES).required(),
  levels: array(levelSchema).required(),
  levels_omitted: count().meta({ description: 'Distinct levels when they are too many to list, else 0' }),
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
    per_run: number().min(0).required().meta({ description: 'Mean of the runs' }),
    standard_error: number()
      .min(0)
      .nullable()
      .defined()
      .meta({ description: 'Standard error of the mean; null for a single run' }),
    per_year: number().min(0).required().meta({ description: 'Scaled to 8,760 hours like these' }),
  })
    .nullable()
    .default(undefined)
    .defined()
    .meta({ description });

const isValues = (value: unknown): value is Readonly<Record<string, number | string>> =>
  typeof value === 'object' && value !== null;

const monteCarloSchema = object({
  hours: count().meta({ unit: 'h', description: 'Of one run' }),
  groups: array(
    object({
      values: mixed(isValues).required().meta({
        description: 'What its runs share: all variables but outage_seed; none where points are drawn',
      }),
      runs: count().meta({ description: 'With an answer: these are the samples' }),
      runs_without_answer: count(),
      unsolved_windows: count().meta({
        description: 'Of these runs: what was not served in them is not known',
      }),
      eue_mwh: expected('Expected unserved energy, MWh'),
      lole_days: expected('Loss-of-load expectation: days with an hour in which load is not served'),
      lolh_hours: expected('Loss-of-load hours'),
      total_cost_usd: samples('$'),
      unserved_mwh: samples('MWh'),
      co2_t: samples('t').meta({ description: 'Null where nothing is known of it' }),
    }),
  ).required(),
  groups_omitted: count().meta({ description: 'Groups when they are too many to list, else 0' }),
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
      'Scenarios that have ended without one, infeasible ones above all; means and effects leave them out',
  }),
  best: scenario('Lowest objective'),
  worst: scenario('Highest objective'),
  base: scenario('The scenario that changes nothing'),
  variables: array(variableSchema).required(),
  monte_carlo: monteCarloSchema
    .optional()
    .default(undefined)
    .meta({ description: 'Of runs of the model builder: adequacy and statistics over the seeds' }),
});
export type ExperimentSummary = InferType<typeof experimentSummarySchema>;
