/**
 * The interface of a solver adapter: a session with one model, which can grow, and be relaxed and searched repeatedly.
 */
import type { Progress } from '../../temporal/case/messages/job.ts';
import type { ColumnSpec, Milp, Row } from '../milp/model.ts';

export interface RunLimits {
  /** Time limit of this run, s of wall time. */
  readonly timeLimitS: number;
  /** True to run even if the stop flag is set, for the short final run that prices an incumbent. */
  readonly evenIfStopped?: boolean;
  /** Number of simplex iterations after which the run ends without an optimum. */
  readonly iterations?: number;
}

export type Relaxation =
  | {
      readonly outcome: 'optimal';
      readonly objective: number;
      /** Values of the solution, shape [columns]. */
      readonly primal: Float64Array;
      /** Duals, d objective / d right-hand side, shape [rows]. */
      readonly rowDual: Float64Array;
    }
  | { readonly outcome: 'infeasible' | 'unbounded' | 'limit' };

interface SearchLimits extends RunLimits {
  /** Relative gap at which the search ends. */
  readonly mipGap: number;
}

/** Progress of a search as the solver reports it, with the number of its iterations. */
export interface SearchProgress extends Pick<Progress, 'incumbent' | 'bound' | 'mip_gap' | 'nodes'> {
  /**
   * Number of iterations of linear programs so far, a measure of work that does not depend on the machine; null if the
   * solver does not report it.
   */
  readonly iterations: number | null;
}

export interface SearchWatch {
  onProgress(progress: SearchProgress): void;
  /** Called with a better solution, shape [columns]. */
  onIncumbent(primal: Float64Array, objective: number): void;
  /** Called often; if it returns true, the search ends with its incumbent. */
  isEnough?(progress: SearchProgress): boolean;
}

export interface Search {
  /**
   * Outcome of the search. `optimal`: within the gap; `feasible`: stopped with a solution; `none`: stopped without a
   * solution.
   */
  readonly outcome: 'optimal' | 'feasible' | 'infeasible' | 'none';
  /** Proven lower bound; -Infinity without a bound. */
  readonly bound: number;
  readonly objective: number | null;
  /** Best solution, shape [columns]; empty without a solution. */
  readonly primal: Float64Array;
  readonly nodes: number;
}

/** Values of some columns; positions ascend. */
export interface PartialSolution {
  readonly columns: Int32Array;
  readonly values: Float64Array;
}

export interface SolverSession {
  readonly version: string;
  /** True if a run starts from the result of the previous run, so that many short runs cost little. */
  readonly isIncremental: boolean;
  addColumns(columns: readonly ColumnSpec[]): void;
  addRows(rows: readonly Row[]): void;
  /** Replaces limits of rows; positions ascend. */
  setLimits(rows: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** Replaces bounds of columns; positions ascend. */
  setBounds(columns: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** Solves without integrality, from the basis of the previous run. */
  relax(limits: RunLimits): Relaxation;
  /** Searches for the optimum. `start`: values of all integer columns; some solvers also complete a partial start. */
  search(limits: SearchLimits, start: PartialSolution | undefined, watch: SearchWatch): Search;
  /**
   * Basis of the optimum of the last relaxation; undefined if the model has changed since. Absent in sessions that are
   * not incremental (`isIncremental`).
   */
  basis?(): Basis | undefined;
  /** Linear systems of the basis of the last relaxation, until the model changes; absent like `basis`. */
  basisInverse?(): BasisInverse;
  /** Makes the next relaxation start from `basis`, without presolve; from scratch if undefined. */
  startFrom?(basis: Basis | undefined): void;
  /** True once all runs have been asked to end. */
  isStopped(): boolean;
  dispose(): void;
}

/** Solver settings that a client may choose. */
export interface SolverSettings {
  /** Seed of the solver; default 0. */
  readonly randomSeed?: number | undefined;
  /** Use of presolve; default `choose`. */
  readonly presolve?: 'choose' | 'on' | 'off' | undefined;
}

/**
 * Opens a session with a model. `stop`: shared flag, which becomes 1 when every run should end with its best result.
 */
export type OpenSession = (milp: Milp, stop: Int32Array, settings?: SolverSettings) => Promise<SolverSession>;

/** Basis of an optimal relaxation, in the status numbers of HiGHS. */
export interface Basis {
  /**
   * Statuses of the columns, shape [columns]. `rows`: statuses of the rows, shape [rows]. As many statuses are basic as
   * there are rows.
   */
  readonly columns: Int32Array;
  readonly rows: Int32Array;
}

/** A basis matrix B: the columns of the basic variables; that of a row is its unit vector. */
export interface BasisInverse {
  /** Basic variables: a column, or -1 - position of a row; shape [rows]. */
  readonly basic: Int32Array;
  /** Solves B x = right; x in the order of `basic`. */
  solve(right: Float64Array): Float64Array;
  /** Solves y B = right; `right` in the order of `basic`, y by row. */
  solveTransposed(right: Float64Array): Float64Array;
}

/** Basis statuses of HiGHS: at the lower limit, basic, at the upper limit. Status 3, not used here, is free at zero. */
export const AT_LOWER = 0;
export const BASIC = 1;
export const AT_UPPER = 2;
