import type { SolveResult } from '../messages/result.ts';
import type { SolvePayload } from '../schema.ts';

/** Types of explanations of a result. All are computed from the result, without a language model. */
export const ARTIFACT_TYPES = [
  'summary',
  'cost_breakdown',
  'commitment_schedule',
  'lmp_decomposition',
  'binding_constraints',
  'marginal_units',
  'reserve_margin',
  'infeasibility',
] as const;
export type ArtifactType = (typeof ARTIFACT_TYPES)[number];

export interface Artifact {
  readonly type: ArtifactType;
  readonly title: string;
  /** One to eight sentences; `data` contains every figure in them. */
  readonly statement: string;
  readonly data: object;
}

/** Computes one type of explanation as a pure function; undefined if there is nothing to explain. */
export type Explainer = (payload: SolvePayload, result: SolveResult) => Artifact | undefined;

export const hasSchedule = ({ total_cost_usd }: Pick<SolveResult, 'total_cost_usd'>): boolean =>
  total_cost_usd !== null;
