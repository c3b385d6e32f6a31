/** Causes why a case has no feasible schedule, in terms of the payload. */
import { array, type InferType, number, object, string } from 'yup';
import { CAUSE_CODES } from './families.ts';

const ELEMENT_TYPES = [
  'system',
  'bus',
  'generator',
  'renewable',
  'line',
  'dc_line',
  'interface',
  'contingency',
  'reserve',
  'storage',
] as const;
export type ElementType = (typeof ELEMENT_TYPES)[number];

const element = {
  element_type: string().oneOf(ELEMENT_TYPES).required(),
  element_id: string().nullable().defined(),
  hour: number().integer().min(0).nullable().defined().meta({ description: '0-based' }),
};

export const causeSchema = object({
  code: string().oneOf(CAUSE_CODES).required(),
  ...element,
  message: string().required(),
  shortfall_mw: number().nullable().defined().meta({ unit: 'MW' }),
});
export type Cause = InferType<typeof causeSchema>;

const repairSchema = object({
  action: string()
    .oneOf(['set'] as const)
    .required(),
  ...element,
  field: string().required().meta({ description: 'Payload field' }),
  from: number().nullable().defined(),
  to: number().required(),
});
export type Repair = InferType<typeof repairSchema>;

export const infeasibilitySchema = object({
  causes: array(causeSchema).required(),
  repair: array(repairSchema).required(),
  repair_cost: number().nullable().defined().meta({ description: 'Sum of the changes' }),
});
export type Infeasibility = InferType<typeof infeasibilitySchema>;
