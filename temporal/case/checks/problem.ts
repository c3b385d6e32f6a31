/** Findings of the structural checks of a payload that a schema cannot express. */
import type { SolvePayload } from '../schema.ts';

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
  /** Longest horizon accepted, h; of shorter intervals at most twice as many. */
  readonly maxHorizon: number;
  /** What one value of a series is for; what the payload says when absent. */
  readonly period?: 'hour' | 'interval';
}

/** Intervals of a length that a horizon may have: a model of more is too large for its hours. */
export const longestHorizon = (
  maxHours: number,
  { interval_minutes = 60 }: Pick<SolvePayload, 'interval_minutes'>,
): number => maxHours * Math.min(2, 60 / interval_minutes);

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

/** Results are keyed by names, and no JSON of ours has this key. */
const NO_KEY = '__proto__';

/** Names and ids must be unique within their list, where the later one is wrong, and keys of results. */
export const uniqueNames: PayloadCheck = (payload) => [
  ...nameProblems('generators', 'name', payload.generators),
  ...nameProblems('renewables', 'name', payload.renewables),
  ...nameProblems('storage', 'name', payload.storage),
  ...nameProblems('reserves', 'name', payload.reserves),
  ...nameProblems('transmission_lines', 'id', payload.transmission_lines),
  ...nameProblems('dc_lines', 'id', payload.dc_lines, payload.transmission_lines),
  ...nameProblems('contingencies', 'id', payload.contingencies),
];

/** `others`: a list with names of the same kind, which are taken. */
function nameProblems<Field extends string>(
  list: string,
  field: Field,
  items: readonly Readonly<Record<Field, string>>[] = [],
  others: readonly Readonly<Record<Field, string>>[] = [],
): PayloadProblem[] {
  const seen = new Set<string>(others.map(({ [field]: name }) => name));
  return items.flatMap(({ [field]: name }, i) => {
    if (name === NO_KEY) return [problem([list, i, field], `Input should not be '${NO_KEY}'`)];
    if (seen.has(name)) return [problem([list, i, field], `Duplicate ${field} '${name}'`, 'duplicate')];
    seen.add(name);
    return [];
  });
}
