/** Findings of the structural checks that a schema cannot express; each becomes one 422 detail. */
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { FieldProblem } from '../errors.ts';

export type PayloadCheck = (payload: SolvePayload, limits: PayloadLimits) => FieldProblem[];

export interface PayloadLimits {
  /** Longest horizon accepted, h. */
  readonly maxHorizon: number;
}

/** A problem at a place below `body.payload`. */
export const problem = (
  path: readonly (string | number)[],
  msg: string,
  type = 'value_error',
): FieldProblem => ({ loc: ['body', 'payload', ...path], msg, type });

/** Maps each item to at most one problem, with its position. */
export const eachItem = <T>(
  items: readonly T[] | undefined,
  find: (item: T, i: number) => FieldProblem | undefined,
): FieldProblem[] => (items ?? []).flatMap((item, i) => find(item, i) ?? []);
