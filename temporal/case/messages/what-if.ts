/**
 * Interval that contains the cost of a changed case, computed before the case is solved. Its ends are a proven bound
 * and the cost of a verified schedule.
 */
import { array, boolean, type InferType, number, object, string } from 'yup';
import type { Commitment, SolvePayload } from '../schema.ts';
import { causeSchema } from './infeasibility.ts';
import type { Multipliers } from './result.ts';

const usd = (description: string) => number().nullable().defined().meta({ unit: '$', description });

/** Interval of a cost. Both ends are valid whatever the exact solve finds. */
export const costIntervalSchema = object({
  lower_usd: usd('Proven lower bound of the cost; null = unknown'),
  upper_usd: usd('Cost of a schedule of the case; null = unknown'),
  verified: boolean().required().meta({ description: 'The schedule of upper_usd passed the verifier' }),
  causes: array(causeSchema)
    .optional()
    .meta({ description: 'Why the case has no schedule; absent if that is not proven' }),
  reason: string().optional().meta({ description: 'Why upper_usd is null' }),
});
export type CostInterval = InferType<typeof costIntervalSchema>;

/** A changed case, with commitment and multipliers of the solve of the original case. */
export interface ChangedCase {
  readonly payload: SolvePayload;
  readonly commitment: Commitment;
  /** Multipliers of the relaxation; absent from older results. */
  readonly multipliers?: Multipliers | undefined;
}

export const MOST_CHANGES = 20;
const MOST_HOURS = 2016;

const finiteNumber = (description: string) =>
  number()
    .test(
      'finite_number',
      'Input should be a finite number',
      (value) => value === undefined || Number.isFinite(value),
    )
    .optional()
    .meta({ description });

export const whatIfChangeSchema = object({
  path: string().max(200).optional().meta({
    description:
      'Name of a variable, as in experiments: load, gas_price, generators.g1.marginal_cost, emission_limit_t',
  }),
  unit: string().max(200).optional().meta({ description: 'Name of a generator, whose p_max changes' }),
  line: string().max(200).optional().meta({ description: 'Id of a line, whose rating_mw changes' }),
  load: string().max(200).optional().meta({ description: 'Bus number, or `*` for every load' }),
  factor: finiteNumber('Factor of the changed values'),
  value: finiteNumber('New value; for a load: MW in each of the hours'),
  hours: array(number().integer().min(0).required())
    .min(1)
    .max(MOST_HOURS)
    .optional()
    .meta({ description: 'Intervals that change, 0-based; absent = all' }),
});
export type WhatIfChange = InferType<typeof whatIfChangeSchema>;
