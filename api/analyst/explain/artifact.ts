import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';

/** One explanation of a result, computed from it without any model. */
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
  /** In one to eight sentences, every figure of which is also in `data`. */
  readonly statement: string;
  readonly data: object;
}

/** One type of explanation as a pure function; undefined where it has nothing to explain. */
export type Explainer = (payload: SolvePayload, result: SolveResult) => Artifact | undefined;

export const hasSchedule = ({ total_cost_usd }: Pick<SolveResult, 'total_cost_usd'>): boolean =>
  total_cost_usd !== null;

/**
 * An economic dispatch knows no starts: its commitment was given, or every unit was available. Told by the first
 * unit, because this is asked for every unit and hour.
 */
export const isDispatch = (
  { generators }: Pick<SolvePayload, 'generators'>,
  { startup }: Pick<SolveResult, 'startup'>,
): boolean => {
  const [first] = generators;
  return first !== undefined && startup[first.name] === undefined;
};

/** A dispatch without commitment may run every unit between 0 and its maximum. */
export const isRelaxed = (payload: SolvePayload, result: SolveResult): boolean =>
  payload.commitment === undefined && payload.commitment_job_id === undefined && isDispatch(payload, result);
