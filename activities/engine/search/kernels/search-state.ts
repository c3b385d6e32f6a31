/** What is known while the commitment is searched: the cheapest schedule so far, and a proven lower bound. */
import type { SavedDivision, SavedRelaxation } from '../../../../temporal/case/messages/warm-start.ts';
import type { Milp } from '../../../milp/model.ts';
import type { PartialSolution, Relaxation, SearchProgress, SolverSession } from '../../../solvers/solver.ts';
import type { Formulation } from '../../../uc/formulation/index.ts';
import type { Instance } from '../../../uc/instance.ts';
import type { Lagrangian } from '../../../uc/lagrangian/lagrangian.ts';
import type { Clock } from '../../base/clock.ts';
import type { openHour } from '../../model/hour-alone.ts';
import type { IntegerColumns } from '../../model/integer-columns.ts';
import type { SecureModel } from '../../model/secure-model.ts';

/** `rowDual` is empty where a solution was not priced. */
export type Dispatch = Extract<Relaxation, { outcome: 'optimal' }>;

export interface Search {
  readonly instance: Instance;
  readonly formulation: Formulation;
  readonly session: SolverSession;
  /** Opens a session of the same solver for a part of the model. */
  readonly openPart: (milp: Milp) => Promise<SolverSession>;
  /** Opens a model of one hour alone. */
  readonly openHour: (t: number) => ReturnType<typeof openHour>;
  readonly model: SecureModel;
  readonly integers: IntegerColumns;
  readonly mipGap: number;
  readonly start: PartialSolution | undefined;
  /** Finds a first schedule, given the solution of the relaxation, and its prices where kernels follow. */
  readonly warmStart?: WarmFit | undefined;
  /** Where the relaxation of a similar case has its optimum. */
  readonly similar?: SavedRelaxation | undefined;
  readonly clock: Clock;
  readonly watch: SearchFollower;
}

/** Who is told how a search goes on. */
interface SearchFollower {
  onPhase(phase: 'relaxation' | 'search' | 'pricing'): void;
  onProgress(progress: Pick<SearchProgress, 'bound' | 'nodes'>): void;
  /** Called once, at the end: the optimum of the first relaxation, and the results of its cuts and of the search. */
  onRelaxation?(saved: SavedRelaxation): void;
  /** A schedule within all limits. */
  onIncumbent(primal: Float64Array, objective: number, bound: number): void;
}

export type WarmFit = (
  search: Search,
  relaxed: Float64Array,
  priced: Lagrangian | undefined,
) => FixedDispatch | undefined;

/** Values of the integer columns and their dispatch. */
export interface FixedDispatch {
  readonly values: PartialSolution;
  readonly dispatch: Dispatch;
}

export interface Best {
  /** Values of the integer columns. */
  readonly values: PartialSolution;
  /** $. */
  readonly objective: number;
  /** The dispatch that the search found, or that dispatch with prices. */
  readonly dispatch: Dispatch;
}

export interface SearchState {
  readonly best: Best | undefined;
  /** Proven lower bound, $. */
  readonly bound: number;
  readonly nodes: number;
  /** How the search was divided. */
  readonly divisions?: readonly SavedDivision[];
  /** The last solution that breaks a flow limit, and whose dispatch was not found. */
  readonly left?: Float64Array;
}

/** A schedule in the columns of a model, with all that is proven of it. */
export interface ModelSchedule extends Pick<SearchState, 'bound' | 'nodes'> {
  readonly dispatch: Dispatch;
  /** Multipliers of the relaxation before cuts; absent = it did not end. */
  readonly duals?: Float64Array | undefined;
}

export const isPriced = ({ rowDual }: Dispatch): boolean => rowDual.length > 0;

/** A gap that is open by less is closed. */
const ROUNDING = 1e-8;

export const relativeGap = (objective: number, bound: number): number =>
  objective === bound ? 0 : Math.max(0, objective - bound) / Math.max(Math.abs(objective), 1e-9);

/** `best` when it is cheaper than what there was by more than rounding. */
export function withBest(state: SearchState, best: Best): SearchState {
  const known = state.best?.objective ?? Infinity;
  if (best.objective >= known - ROUNDING * Math.abs(best.objective)) return state;
  return { ...state, best };
}

export const isClosed = ({ best, bound }: SearchState, mipGap: number): boolean =>
  best !== undefined && relativeGap(best.objective, bound) <= mipGap + ROUNDING;

/** So many times the gap that is asked for are wide: a better schedule is missing then, rather than a proof. */
const FAR = 2.5;

export const isFar = ({ mipGap }: Pick<Search, 'mipGap'>, state: SearchState): boolean =>
  !isClosed(state, FAR * mipGap);

export const distanceToWhole = (value: number): number => Math.abs(value - Math.round(value));

/** Divisions that are saved: those that come later belong to what is special. */
const MOST_SAVED = 100;

/** The part of a search that similar cases may use; divisions of the one `before` that it did not need may serve others. */
export function leftForOthers(
  { best, divisions }: SearchState,
  relaxation: Dispatch | undefined,
  before: readonly SavedDivision[] | undefined,
) {
  if (!best || !relaxation) return { gap: 0 };
  const gap = relativeGap(best.objective, relaxation.objective);
  const last = divisions ?? before;
  return { gap, ...(last && { divisions: last.slice(0, MOST_SAVED) }) };
}
