/** The data and the state of a search, and the dispatch of fixed integer variables within all flow limits. */
import type { SavedDivision, SavedRelaxation } from '../../../../temporal/case/messages/warm-start.ts';
import type { Milp } from '../../../milp/model.ts';
import type { PartialSolution, Relaxation, SolverSession } from '../../../solvers/solver.ts';
import { reversibleHours } from '../../../uc/formulation/dc-lines.ts';
import type { Formulation } from '../../../uc/formulation/index.ts';
import { isModeOpen } from '../../../uc/formulation/storage.ts';
import type { Instance } from '../../../uc/instance.ts';
import { type Clock, relativeGap, type Show, startClock } from '../../base/solve.ts';
import type { SecureModel } from '../../model/secure-model.ts';

/** A dispatch. `rowDual` is empty for a solution without prices. */
export type Dispatch = Extract<Relaxation, { outcome: 'optimal' }>;

/** A dispatch, and the integer variables that were fixed in it. */
export interface FixedDispatch extends Dispatch {
  readonly fixed: PartialSolution;
}

export interface Search {
  readonly instance: Instance;
  readonly formulation: Formulation;
  readonly session: SolverSession;
  /** Opens a session of the same solver, with a part of the model. */
  readonly openPart: (milp: Milp) => Promise<SolverSession>;
  readonly model: SecureModel;
  readonly integers: ReturnType<typeof integerColumns>;
  readonly mipGap: number;
  readonly start: PartialSolution | undefined;
  /** Saved relaxation of a similar case. */
  readonly similar?: SavedRelaxation | undefined;
  readonly clock: Clock;
  readonly show: Show;
  /** Reports a schedule within all limits: a solution, its cost in the model and the bound, $. */
  readonly tell: (primal: Float64Array, objective: number, bound: number) => void;
}

export interface Best {
  /** Values of the integer columns. */
  readonly values: PartialSolution;
  /** Cost of the schedule, $. */
  readonly objective: number;
  /** The dispatch that the search found, or a later one with prices. */
  readonly dispatch: Dispatch;
}

export interface SearchState {
  readonly best: Best | undefined;
  /** Proven lower bound, $. */
  readonly bound: number;
  readonly nodes: number;
  /** Divisions made in the search. */
  readonly divisions?: readonly SavedDivision[];
  /** The last solution that violates a flow limit and could not be dispatched. */
  readonly undispatched?: Float64Array;
}

export const isPriced = ({ rowDual }: Dispatch): boolean => rowDual.length > 0;

/** Tolerance by which a gap may exceed the requested gap and still count as closed. */
const ROUNDING = 1e-8;

export const isClosed = ({ best, bound }: SearchState, mipGap: number): boolean =>
  best !== undefined && relativeGap(best.objective, bound) <= mipGap + ROUNDING;

/**
 * The gap is wide if it exceeds this multiple of the requested gap. A better schedule is then more urgent than a better
 * bound.
 */
const FAR = 2.5;

export const isFar = ({ mipGap }: Pick<Search, 'mipGap'>, state: SearchState): boolean =>
  !isClosed(state, FAR * mipGap);

export const asBest = (values: PartialSolution, dispatch: Dispatch): Best => ({
  values,
  objective: dispatch.objective,
  dispatch,
});

export const distanceToWhole = (value: number): number => Math.abs(value - Math.round(value));

/** The integer columns of a model, ascending, and functions to fix and release them. */
export function integerColumns({ milp }: Formulation, session: SolverSession) {
  const columns = Int32Array.from([...milp.columns.keys()].filter((c) => milp.columns[c]?.integer));
  const lower = Float64Array.from(columns, (c) => milp.columns[c]?.lower ?? 0);
  const upper = Float64Array.from(columns, (c) => milp.columns[c]?.upper ?? 0);
  return {
    count: columns.length,
    columns,
    /** Rounded values of the integer columns in a solution. */
    valuesOf: (primal: Float64Array): PartialSolution => ({
      columns,
      values: Float64Array.from(columns, (c) => Math.round(primal[c] ?? 0) + 0),
    }),
    fix: ({ columns: fixed, values }: PartialSolution) => session.setBounds(fixed, values, values),
    release: () => session.setBounds(columns, lower, upper),
  };
}

/** Least time for a dispatch, s, even after a search that overran the time limit. */
const DISPATCH_LEAST_S = 0.8;

/**
 * Dispatches with the integer variables fixed; undefined if there is no dispatch. The directions of storages and DC
 * lines are free at first, so that prices reflect both directions. An element that would use both directions in the
 * same hour gets its given direction back. A storage with a least power keeps its given modes.
 */
export function dispatchFixed(search: Search, values: PartialSolution): FixedDispatch | undefined {
  const { integers } = search;
  const hours = [...storageHours(search), ...dcLineHours(search)];
  const open = new Set(hours.map(({ mode }) => mode));
  try {
    for (;;) {
      const fixed = without(values, open);
      integers.fix(fixed);
      const dispatch = search.model.dispatch(enough(search.clock));
      if (dispatch.outcome !== 'optimal') return undefined;
      const both = hours.filter((hour) => open.has(hour.mode) && doesBoth(hour, dispatch));
      if (both.length === 0) return { ...withModes(hours, dispatch), fixed };
      for (const { mode } of both) open.delete(mode);
    }
  } finally {
    integers.release();
  }
}

/** Columns of a storage, or of a DC line with losses, in one hour; the two directions exclude each other. */
interface DirectedHour {
  /** Power in the direction of mode 1: charging, or sent from `to_bus`. */
  readonly one: number;
  readonly other: number;
  readonly mode: number;
}

const storageHours = ({ instance: { storage, periods }, formulation: { x } }: Search): DirectedHour[] =>
  storage.flatMap((item, s) =>
    Array.from({ length: periods }, (_, t) => t)
      .filter((t) => isModeOpen(item, t))
      .map((t) => ({ one: x.charge(s, t), other: x.discharge(s, t), mode: x.charging(s, t) })),
  );

const dcLineHours = ({ instance, formulation: { x } }: Search): DirectedHour[] =>
  reversibleHours(instance, x).map(({ mode, back, forth }) => ({ one: back, other: forth, mode }));

/** Power below which a direction is idle, MW. */
const IDLE_MW = 1e-7;

const doesBoth = ({ one, other }: DirectedHour, { primal }: Dispatch): boolean =>
  Math.min(primal[one] ?? 0, primal[other] ?? 0) > IDLE_MW;

function without({ columns, values }: PartialSolution, open: ReadonlySet<number>): PartialSolution {
  const positions = [...columns.keys()].filter((i) => !open.has(columns[i] ?? -1));
  return {
    columns: Int32Array.from(positions, (i) => columns[i] ?? 0),
    values: Float64Array.from(positions, (i) => values[i] ?? 0),
  };
}

function withModes(hours: readonly DirectedHour[], dispatch: Dispatch): Dispatch {
  if (hours.length === 0) return dispatch;
  const primal = dispatch.primal.slice();
  for (const { one, other, mode } of hours) primal[mode] = Number((primal[one] ?? 0) > (primal[other] ?? 0));
  return { ...dispatch, primal };
}

/**
 * Distance from an integer within which a variable counts as an integer; rows are relaxed slightly to allow for
 * rounding.
 */
const WHOLE = 1e-5;

/** The relaxation as a schedule, if its commitment is integral in every hour, so that no search is needed. */
export function dispatchRelaxed(search: Search, { primal }: Dispatch): Best | undefined {
  const { integers } = search;
  const isDecided = integers.columns.every((column) => distanceToWhole(primal[column] ?? 0) <= WHOLE);
  if (!isDecided) return undefined;
  const values = integers.valuesOf(primal);
  const dispatch = dispatchFixed(search, values);
  return dispatch && asBest(values, dispatch);
}

/** Dispatches the start of the request. Searches only the integer variables that the start leaves open. */
export function dispatchStart(search: Search): Best | undefined {
  const { start, model, integers, clock } = search;
  if (!start) return undefined;
  for (;;) {
    const values = start.columns.length < integers.count ? complete(search, start) : start;
    const rows = model.rows();
    const dispatch = values && dispatchFixed(search, values);
    if (dispatch) return asBest(values, dispatch);
    // The values were completed without the new flow limits, which they may violate.
    if (!values || model.rows() === rows || clock.leftS() <= 0) return undefined;
  }
}

/** Completes `start` with the cheapest values of all other integer variables, such as the modes of storages. */
function complete({ session, model, integers, mipGap, clock }: Search, start: PartialSolution) {
  integers.fix(start);
  const relaxation = model.relax(enough(clock));
  const timeLimitS = Math.max(DISPATCH_LEAST_S, clock.leftS() / 2);
  model.complete();
  const solution =
    relaxation.outcome === 'optimal' && session.search({ timeLimitS, mipGap }, undefined, UNWATCHED);
  integers.release();
  return solution && solution.primal.length > 0 ? integers.valuesOf(solution.primal) : undefined;
}

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };

/** Clock for all rounds of flow limits together: the remaining time, but at least the time for one dispatch. */
const enough = (clock: Clock): Clock => ({
  ...clock,
  leftS: startClock(Math.max(DISPATCH_LEAST_S, clock.leftS())).leftS,
});
