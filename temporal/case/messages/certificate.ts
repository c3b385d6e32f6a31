/** Certificate of the independent verifier, which checks every schedule before it is returned. */
import { array, boolean, type InferType, number, object, string } from 'yup';
import { SOLVERS } from '../../solvers.ts';
import { CHECK_NAMES } from './families.ts';

const checkSchema = object({
  name: string().oneOf(CHECK_NAMES).required(),
  max_violation: number().min(0).required(),
  tolerance: number().min(0).required(),
  ok: boolean().required(),
  vacuous: boolean()
    .optional()
    .meta({ description: 'True if the case has nothing for this check; otherwise absent' }),
});
export type Check = InferType<typeof checkSchema>;

export const notJudgedSchema = object({
  what: string().required().meta({ description: 'A rule, or a part of the given data' }),
  where: string().required().meta({ description: 'Position in the case or in the schedule' }),
  why: string().required().meta({ description: 'Why it is not checked' }),
});

export const certificateSchema = object({
  verified: boolean().required().meta({ description: 'All checks pass, and no part is left unchecked' }),
  not_judged: array(notJudgedSchema).optional().meta({
    description: 'Unchecked parts of a given schedule; absent if none',
  }),
  checks: array(checkSchema).required(),
  prices: string()
    .oneOf(['approximate', 'absent'] as const)
    .optional()
    .meta({
      description:
        'approximate = the prices are not proven; absent (the word) = a schedule was given without prices; no such field = every check of them is here',
    }),
  simultaneous_storage: array(string().required()).optional().meta({
    description:
      'Storage that charges and discharges in the same hour; absent if the case has none with no_simultaneous: false',
  }),
  recomputed_cost_usd: number()
    .required()
    .meta({ unit: '$', description: 'Operating cost (total_cost_usd), recomputed' }),
  recomputed_objective_usd: number().optional().meta({
    unit: '$',
    description: 'Objective, recomputed; both bounds are compared with it; absent from older results',
  }),
  lower_bound_usd: number().nullable().defined().meta({
    unit: '$',
    description:
      'Lower bound claimed by the solver; the verifier only checks that it does not exceed the objective',
  }),
  mip_gap: number().nullable().defined(),
  independent_bound_usd: number().nullable().optional().meta({
    unit: '$',
    description:
      'Lower bound of the objective that the verifier computes from the multipliers of the result, without the solver; it is valid for any multipliers; null without multipliers and for a dispatch, absent from older results',
  }),
  independent_gap: number().nullable().optional().meta({
    description: '(objective - independent_bound_usd) / |objective|: the gap proven without the solver',
  }),
  input_sha256: string().required().meta({ description: 'SHA-256 of the canonical payload' }),
  verifier_sha256: string().optional().meta({
    description: 'SHA-256 of the sources of the verifier used; absent from older results',
  }),
  solver: string().oneOf(SOLVERS).required(),
  solver_version: string().required(),
});
export type Certificate = InferType<typeof certificateSchema>;
