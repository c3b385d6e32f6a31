/** A schedule submitted for verification, and the verdict of the verifier. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { certificateSchema, notJudgedSchema } from './certificate.ts';
import { CHECK_NAMES } from './families.ts';
import { resultSchema } from './result.ts';
import { series } from './series.ts';

/**
 * Fields of a result that describe schedule, costs and prices. Lengths and numbers are checked later, together with the
 * case.
 */
export const givenScheduleSchema = resultSchema
  .omit([
    'job_id',
    'status',
    'interval_minutes',
    'start_time',
    'solve_time_s',
    'termination_status',
    'verdict',
    'node_count',
    'solver',
    'solver_version',
    'convergence',
    'warnings',
    'infeasibility_reasons',
    'infeasibility',
    'certificate',
  ])
  .partial()
  .shape({
    dispatch_mw: series('Generator -> MW per hour').required(),
  })
  // Unknown fields are kept, so that the verdict can name the fields that were not checked.
  .meta({ unknownFields: 'kept' });
export type GivenSchedule = InferType<typeof givenScheduleSchema>;
export { notJudgedSchema };
export type NotJudged = InferType<typeof notJudgedSchema>;

const ELEMENTS = [
  'system',
  'bus',
  'generator',
  'renewable',
  'storage',
  'demand_response',
  'reserve',
  'line',
  'dc_line',
  'phase_shifter',
  'interface',
  'contingency',
] as const;

const problemSchema = object({
  check: string().oneOf(CHECK_NAMES).required(),
  element_type: string().oneOf(ELEMENTS).required(),
  element_id: string().nullable().defined().meta({ description: 'Id of the element; null for the system' }),
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
    .meta({ description: 'Excess over the limit, in `unit`; null if it cannot be computed' }),
  unit: string()
    .defined()
    .meta({ description: 'MW, MWh, t, $, $/MWh, h, intervals, or share (of the cost)' }),
  message: string().required(),
});
export type ScheduleProblem = InferType<typeof problemSchema>;

const VERIFICATION_VERDICTS = ['verified', 'refused', 'not_fully_judged'] as const;
export type VerificationVerdict = (typeof VERIFICATION_VERDICTS)[number];

const texts = (description: string) => array(string().required()).required().meta({ description });

export const verificationSchema = object({
  verified: boolean().required().meta({ description: 'The verdict is `verified`, as in the certificate' }),
  verdict: string().oneOf(VERIFICATION_VERDICTS).required().meta({
    description:
      'verified = every rule was judged and is kept; refused = a rule is broken; not_fully_judged = every rule that was judged is kept, and `not_judged` names the others',
  }),
  certificate: certificateSchema
    .omit(['solver', 'solver_version'])
    .required()
    .meta({ description: 'Certificate as for a solve, without a solver' }),
  derived: texts('Omitted fields that follow from the others'),
  missing: texts('Omitted data that do not follow from the others: a field, or a field and a name'),
  not_judged: array(notJudgedSchema).required().meta({
    description: 'Rules of the case that were not checked, and unread parts of case or schedule',
  }),
  problems: array(problemSchema).required().meta({
    description: 'The violated rules in words: the worst hour of each element, at most 50 per check',
  }),
  notes: texts('How the files were read, and why there is no bound'),
});
export type Verification = InferType<typeof verificationSchema>;
