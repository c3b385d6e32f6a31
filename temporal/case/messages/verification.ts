/** A schedule that somebody else made, as it is given to be verified, and what the verifier says of it. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { certificateSchema } from './certificate.ts';
import { CHECK_NAMES } from './families.ts';
import { resultSchema } from './result.ts';
import { series } from './series.ts';

/** What a result says of its schedule, its costs and its prices; lengths and numbers are checked with the case. */
export const givenScheduleSchema = resultSchema
  .pick([
    'commitment',
    'startup',
    'flows_mw',
    'dc_flow_mw',
    'overflow_mw',
    'renewable_mw',
    'curtailment_mw',
    'storage',
    'reserve_mw',
    'reserve_shortfall_mw',
    'unserved_mw',
    'losses_mw',
    'emissions_t',
    'generator_emissions_t',
    'total_emissions_t',
    'emission_cost_usd',
    'emission_excess_t',
    'objective_value',
    'total_cost_usd',
    'cost_breakdown',
    'lower_bound_usd',
    'mip_gap',
    'lmp',
    'lmp_components',
    'prices',
    'binding_constraints',
    'reserve_price_usd_per_mw',
    'generator_outage_price_usd_per_mw',
    'energy_limit_price_usd_per_mwh',
    'emission_shadow_price_usd_per_t',
    'multipliers',
  ])
  .partial()
  .shape({
    dispatch_mw: series('Generator -> MW per hour').required(),
  });
export type GivenSchedule = InferType<typeof givenScheduleSchema>;

const ELEMENTS = [
  'system',
  'bus',
  'generator',
  'renewable',
  'storage',
  'reserve',
  'line',
  'dc_line',
  'contingency',
] as const;

const problemSchema = object({
  check: string().oneOf(CHECK_NAMES).required(),
  element_type: string().oneOf(ELEMENTS).required(),
  element_id: string().nullable().defined().meta({ description: 'Null for the system' }),
  hour: number()
    .integer()
    .min(0)
    .nullable()
    .defined()
    .meta({ description: '0-based; null over the horizon' }),
  excess: number()
    .min(0)
    .nullable()
    .defined()
    .meta({ description: 'Above the limit, in `unit`; null where it cannot be judged' }),
  unit: string()
    .defined()
    .meta({ description: 'MW, MWh, t, $, $/MWh, h, intervals, or share (of the cost)' }),
  message: string().required(),
});
export type ScheduleProblem = InferType<typeof problemSchema>;

const texts = (description: string) => array(string().required()).required().meta({ description });

export const verificationSchema = object({
  verified: boolean().required().meta({ description: 'Every check is ok, as in the certificate' }),
  certificate: certificateSchema
    .omit(['solver', 'solver_version'])
    .required()
    .meta({ description: 'As that of a solve, without a solver' }),
  derived: texts('Fields that were left out and follow from the rest'),
  missing: texts('What was left out and does not follow: a field, or a field and a name'),
  problems: array(problemSchema).required().meta({
    description: 'The broken rules in words: of each element the worst hour, at most 50 of one check',
  }),
  notes: texts('How the files were read, and why there is no bound'),
});
export type Verification = InferType<typeof verificationSchema>;
