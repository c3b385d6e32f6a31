/** Findings of structural checks that a schema cannot express. */
import type { SolvePayload } from '../schema.ts';

export interface PayloadProblem {
  /** Path of the field within the payload. */
  readonly path: readonly (string | number)[];
  readonly msg: string;
  /** Machine-readable kind of the finding, for example `duplicate`. */
  readonly type: string;
}

/** A check yields its findings. A long check also yields undefined now and then, at which the caller may pause it. */
export type PayloadCheck = (
  payload: SolvePayload,
  limits: PayloadLimits,
) => Iterable<PayloadProblem | undefined>;

export interface PayloadLimits {
  /**
   * Longest horizon that is accepted, h. If intervals are shorter than an hour, at most twice as many intervals are
   * accepted.
   */
  readonly maxHorizon: number;
  /** Name of a position in a series; default: the name that fits the intervals of the payload. */
  readonly period?: 'hour' | 'interval';
}

/** Maximum number of intervals of a horizon, by the length of an interval; more would make the model too large. */
export const longestHorizon = (
  maxHours: number,
  { interval_minutes = 60 }: Pick<SolvePayload, 'interval_minutes'>,
): number => Math.min(2 * maxHours, Math.floor((maxHours * 60) / interval_minutes));

export const problem = (
  path: readonly (string | number)[],
  msg: string,
  type = 'value_error',
): PayloadProblem => ({ path, msg, type });

/** Maps each item to at most one finding, with its position. */
export const eachItem = <T>(
  items: readonly T[] | undefined,
  find: (item: T, i: number) => PayloadProblem | undefined,
): PayloadProblem[] => (items ?? []).flatMap((item, i) => find(item, i) ?? []);

/** Name that JSON does not allow as a key; results use names as keys. */
export const NO_KEY = '__proto__';

/**
 * Checks that names and ids are unique within their list, and valid as keys of results. Of two equal names, the later
 * is reported.
 */
export const uniqueNames: PayloadCheck = (payload) => [
  ...nameProblems('generators', 'name', payload.generators),
  ...nameProblems('renewables', 'name', payload.renewables),
  ...nameProblems('storage', 'name', payload.storage),
  ...nameProblems('reserves', 'name', payload.reserves),
  ...nameProblems('bids', 'name', payload.bids),
  ...nameProblems('demand_response', 'name', payload.demand_response),
  ...nameProblems('transmission_lines', 'id', payload.transmission_lines),
  ...nameProblems('dc_lines', 'id', payload.dc_lines, payload.transmission_lines),
  ...nameProblems('interfaces', 'id', payload.interfaces),
  ...nameProblems('phase_shifters', 'line', payload.phase_shifters),
  ...nameProblems('contingencies', 'id', payload.contingencies),
];

/** Findings on names. `others`: a list whose names must not be used again. */
function nameProblems<Field extends string>(
  list: string,
  field: Field,
  items: readonly Readonly<Record<Field, string>>[] = [],
  others: readonly Readonly<Record<Field, string>>[] = [],
): PayloadProblem[] {
  const usedNames = new Set<string>(others.map(({ [field]: name }) => name));
  return items.flatMap(({ [field]: name }, i) => {
    if (name === NO_KEY) return [problem([list, i, field], `Input should not be '${NO_KEY}'`)];
    if (usedNames.has(name)) return [problem([list, i, field], `Duplicate ${field} '${name}'`, 'duplicate')];
    usedNames.add(name);
    return [];
  });
}
