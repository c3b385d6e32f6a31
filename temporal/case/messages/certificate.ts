/** The independent check that every schedule passes before it is returned. */
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
    .meta({ description: 'The case has nothing that this check could judge; absent where it has' }),
});
export type Check = InferType<typeof checkSchema>;

export const notJudgedSchema = object({
  what: string().required().meta({ description: 'A rule, or what was given' }),
  where: string().required().meta({ description: 'Its place in the case or in the schedule' }),
  why: string().required().meta({ description: 'Why no check judges it' }),
});

export const certificateSchema = object({
  verified: boolean().required().meta({ description: 'Every check is ok, and nothing is not judged' }),
  not_judged: array(notJudgedSchema).optional().meta({
    description: 'Parts of a given schedule that no check has judged; absent where there are none',
  }),
  checks: array(checkSchema).required(),
  prices: string()
    .oneOf(['approximate', 'absent'] as const)
    .optional()
    .meta({
      description:
        'approximate = the prices are not proven; absent (the word) = a schedule was given without prices; no such field = every check of them is here',
    }),
  recomputed_cost_usd: number()
    .required()
    .meta({ unit: '$', description: 'Cost of operation, total_cost_usd, computed again' }),
  recomputed_objective_usd: number().optional().meta({
    unit: '$',
    description: 'Objective computed again, with which both bounds are compared; absent from older results',
  }),
  lower_bound_usd: number().nullable().defined().meta({
    unit: '$',
    description: 'Proven by the solver; the verifier sees only that it is not above the objective',
  }),
  mip_gap: number().nullable().defined(),
  independent_bound_usd: number().nullable().optional().meta({
    unit: '$',
    description:
      'Lower bound of the objective that the verifier computes from the multipliers of the result, without the solver; whatever the multipliers are, it is valid; null without multipliers and for a dispatch, absent in results of before it was known',
  }),
  independent_gap: number().nullable().optional().meta({
    description: '(objective - independent_bound_usd) / |objective|; what is proven without the solver',
  }),
  input_sha256: string().required().meta({ description: 'SHA-256 of the canonical payload' }),
  verifier_sha256: string().optional().meta({
    description: 'SHA-256 of the sources of the verifier that judged; absent from older results',
  }),
  solver: string().oneOf(SOLVERS).required(),
  solver_version: string().required(),
});
export type Certificate = InferType<typeof certificateSchema>;
