/** How far a running solve is; travels in heartbeats and in the status reply. */
import { type InferType, number, object, string } from 'yup';

export const PHASES = [
  'loading',
  'building',
  'relaxation',
  'search',
  'pricing',
  'verifying',
  'saving',
] as const;
export type Phase = (typeof PHASES)[number];

export const progressSchema = object({
  phase: string().oneOf(PHASES).required(),
  incumbent: number().nullable().defined().meta({ unit: '$', description: 'Best cost found' }),
  bound: number().nullable().defined().meta({ unit: '$', description: 'Proven lower bound' }),
  mip_gap: number().nullable().defined().meta({ description: '(incumbent - bound) / |incumbent|' }),
  nodes: number().nullable().defined(),
  elapsed_s: number()
    .required()
    .meta({ unit: 's', description: 'How long attempts have run; waiting does not count' }),
});
export type SolveProgress = InferType<typeof progressSchema>;

export const NOT_STARTED: SolveProgress = {
  phase: 'loading',
  incumbent: null,
  bound: null,
  mip_gap: null,
  nodes: null,
  elapsed_s: 0,
};
