/** Findings of the structural checks of a payload that a schema cannot express. */
import type { SolvePayload } from '../messages/payload.ts';

export interface PayloadProblem {
  /** Where it is, from the payload on. */
  readonly path: readonly (string | number)[];
  readonly msg: string;
  /** Machine-readable kind, for example `duplicate`. */
  readonly type: string;
}

/** Undefined stands for nothing wrong so far: a long check may pause there. */
export type PayloadCheck = (
  payload: SolvePayload,
  limits: PayloadLimits,
) => Iterable<PayloadProblem | undefined>;

export interface PayloadLimits {
  /** Longest horizon accepted, h. */
  readonly maxHorizon: number;
  /** What one value of a series is for; an hour when absent. */
  readonly period?: 'hour' | 'interval';
}

export const problem = (
  path: readonly (string | number)[],
  msg: string,
  type = 'value_error',
): PayloadProblem => ({ path, msg, type });

/** Maps each item to at most one problem, with its position. */
export const eachItem = <T>(
  items: readonly T[] | undefined,
  find: (item: T, i: number) => PayloadProblem | undefined,
): PayloadProblem[] => (items ?? []).flatMap((item, i) => find(item, i) ?? []);
