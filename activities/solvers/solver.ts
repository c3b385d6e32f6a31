/** What a solver adapter offers: one model that grows, relaxed and searched as often as it takes. */
import type { Progress } from '../../temporal/case/messages/job.ts';
import type { ColumnSpec, Milp, Row } from '../milp/model.ts';

export interface RunLimits {
  /** Wall time of this run, s. */
  readonly timeLimitS: number;
  /** Run on when asked to stop: for the short run that turns what was found into an answer. */
  readonly evenIfStopped?: boolean;
  /** Iterations of the simplex method after which the run ends without an optimum. */
  readonly iterations?: number;
}

export type Relaxation =
  | {
      readonly outcome: 'optimal';
      readonly objective: number;
      /** Shape [columns]. */
      readonly primal: Float64Array;
      /** d objective / d right-hand side, shape [rows]. */
      readonly rowDual: Float64Array;
    }
  | { readonly outcome: 'infeasible' | 'unbounded' | 'limit' };

interface SearchLimits extends RunLimits {
  /** Relative gap at which the search ends. */
  readonly mipGap: number;
}

/** The part of a progress that a solver knows, and its work. */
export interface SearchProgress extends Pick<Progress, 'incumbent' | 'bound' | 'mip_gap' | 'nodes'> {
  /** Iterations of linear programs so far: a measure of work that does not depend on the machine; null = not told. */
  readonly iterations: number | null;
}

export interface SearchWatch {
  onProgress(progress: SearchProgress): void;
  /** A better solution, shape [columns]. */
  onIncumbent(primal: Float64Array, objective: number): void;
  /** Asked often: true ends the search with what it has. */
  isEnough?(progress: SearchProgress): boolean;
}

export interface Search {
  /** `optimal`: within the gap; `feasible`: stopped with a solution; `none`: stopped without. */
  readonly outcome: 'optimal' | 'feasible' | 'infeasible' | 'none';
  /** Proven lower bound, -Infinity when there is none. */
  readonly bound: number;
  readonly objective: number | null;
  /** Best solution, shape [columns]; empty when there is none. */
  readonly primal: Float64Array;
  readonly nodes: number;
}

/** Values of some columns, positions ascending. */
export interface PartialSolution {
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

export interface SolverSession {
  readonly version: string;
  /** A run starts from what the one before it found, so that many short runs cost little. */
  readonly isIncremental: boolean;
  /** Adds variables after the last one. */
  addColumns(columns: readonly ColumnSpec[]): void;
  addRows(rows: readonly Row[]): void;
  /** Replaces limits of rows; positions ascending. */
  setLimits(rows: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** Replaces bounds; positions ascending. */
  setBounds(columns: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** Solves without integrality, from the basis of the run before. */
  relax(limits: RunLimits): Relaxation;
  /** `start`: values of all integer columns; solvers complete a part of them as they see fit. */
  search(limits: SearchLimits, start: PartialSolution | undefined, watch: SearchWatch): Search;
  /**
   * Basis of the optimum of the relaxation; undefined when the model has changed since. Absent in sessions that are not
   * incremental.
   */
  basis?(): Basis | undefined;
  /** The next relaxation starts there, without presolve; from nothing when there is none. */
  startFrom?(basis: Basis | undefined): void;
  /** True once every run was asked to end. */
  isStopped(): boolean;
  dispose(): void;
}

/** What a client may choose of a solver. */
export interface SolverSettings {
  /** Default 0. */
  readonly randomSeed?: number | undefined;
  /** Default `choose`. */
  readonly presolve?: 'choose' | 'on' | 'off' | undefined;
}

/** Opens a session; `stop` becomes 1 when every run should end with what it has. */
export type OpenSession = (milp: Milp, stop: Int32Array, settings?: SolverSettings) => Promise<SolverSession>;

/** Where the optimum of a relaxation has its columns and rows; HiGHS numbers the statuses in the same way. */
export interface Basis {
  /** Statuses, shapes [columns] and [rows]; as many are basic as there are rows. */
  readonly columns: Int32Array;
  readonly rows: Int32Array;
}

/** Basis statuses of HiGHS: at the lower limit, basic, at the upper limit; 3 is free at zero. */
export const AT_LOWER = 0;
export const BASIC = 1;
export const AT_UPPER = 2;
