/** What a changed case may cost, before it is solved: between a proven bound and a verified schedule. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import type { Commitment, SolvePayload } from '../schema.ts';
import { causeSchema } from './infeasibility.ts';
import type { Multipliers } from './result.ts';

const usd = (description: string) => number().nullable().defined().meta({ unit: '$', description });

/** Both ends hold whatever the exact solve finds. */
export const costIntervalSchema = object({
  lower_usd: usd('No schedule of the case costs less; null = no bound is known'),
  upper_usd: usd('A schedule of the case costs this; null = none is known'),
  verified: boolean().required().meta({ description: 'The schedule of upper_usd passed the verifier' }),
  causes: array(causeSchema)
    .optional()
    .meta({ description: 'Why the case has no schedule; absent where nothing proves that' }),
  reason: string().optional().meta({ description: 'Why upper_usd is null' }),
});
export type CostInterval = InferType<typeof costIntervalSchema>;

/** A changed case, and what the solve of the case before the change has left. */
export interface ChangedCase {
  readonly payload: SolvePayload;
  readonly commitment: Commitment;
  /** Absent from older results. */
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
      'A variable as experiments name it: load, gas_price, generators.g1.marginal_cost, emission_limit_t',
  }),
  unit: string().max(200).optional().meta({ description: 'Name of a generator, whose p_max changes' }),
  line: string().max(200).optional().meta({ description: 'Id of a line, whose rating_mw changes' }),
  load: string().max(200).optional().meta({ description: 'Bus number, or `*` for every load' }),
  factor: finiteNumber('Multiplies what changes'),
  value: finiteNumber('Replaces what changes; of a load: MW in each of the hours'),
  hours: array(number().integer().min(0).required())
    .min(1)
    .max(MOST_HOURS)
    .optional()
    .meta({ description: 'Intervals that change, 0-based; absent = all' }),
});
export type WhatIfChange = InferType<typeof whatIfChangeSchema>;
