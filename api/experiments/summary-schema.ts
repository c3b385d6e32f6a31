/** The summary of an experiment as clients see it. */
import { array, type InferType, mixed, number, object, string } from 'yup';
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

export const experimentSummarySchema = object({
  experiment_id: string().uuid().required(),
  status: string().oneOf(JOB_STATUSES).required(),
  scenarios_total: count(),
  scenarios_completed: count().meta({ description: 'Scenarios that have ended, failed ones included' }),
  scenarios_failed: count(),
  best: scenario('Lowest objective'),
  worst: scenario('Highest objective'),
  base: scenario('The scenario that changes nothing'),
  variables: array(variableSchema).required(),
});
export type ExperimentSummary = InferType<typeof experimentSummarySchema>;
