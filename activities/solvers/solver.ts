/** The interface of a solver adapter: one model that can grow, relaxed and searched repeatedly. */
import type { Progress } from '../../temporal/case/messages/job.ts';
import type { ColumnSpec, Milp, Row } from '../milp/model.ts';

export interface RunLimits {
  /** Wall time of this run, s. */
  readonly timeLimitS: number;
  /** Run even when asked to stop: for the short final run that prices an incumbent. */
  readonly evenIfStopped?: boolean;
  /** Number of simplex iterations after which the run ends without an optimum. */
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

/** Progress as a solver reports it, and its work. */
export interface SearchProgress extends Pick<Progress, 'incumbent' | 'bound' | 'mip_gap' | 'nodes'> {
  /** Iterations of linear programs so far: a machine-independent measure of work; null = not reported. */
  readonly iterations: number | null;
}

export interface SearchWatch {
  onProgress(progress: SearchProgress): void;
  /** A better solution, shape [columns]. */
  onIncumbent(primal: Float64Array, objective: number): void;
  /** Called often; true ends the search with its incumbent. */
  isEnough?(progress: SearchProgress): boolean;
}

export interface Search {
  /** `optimal`: within the gap; `feasible`: stopped with a solution; `none`: stopped without. */
  readonly outcome: 'optimal' | 'feasible' | 'infeasible' | 'none';
  /** Proven lower bound, -Infinity without one. */
  readonly bound: number;
  readonly objective: number | null;
  /** Best solution, shape [columns]; empty without one. */
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
  /** True if a run starts from the previous one, so that many short runs cost little. */
  readonly isIncremental: boolean;
  /** Appends variables. */
  addColumns(columns: readonly ColumnSpec[]): void;
  addRows(rows: readonly Row[]): void;
  /** Replaces limits of rows; positions ascending. */
  setLimits(rows: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** Replaces bounds; positions ascending. */
  setBounds(columns: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** Solves without integrality, from the basis of the previous run. */
  relax(limits: RunLimits): Relaxation;
  /** `start`: values of all integer columns; solvers may complete a partial start in their own way. */
  search(limits: SearchLimits, start: PartialSolution | undefined, watch: SearchWatch): Search;
  /** Basis of the optimum of the relaxation; undefined if the model has changed since. Absent in sessions that are not incremental. */
  basis?(): Basis | undefined;
  /** Makes the next relaxation start from `basis`, without presolve; undefined = from scratch. */
  startFrom?(basis: Basis | undefined): void;
  /** True once all runs were asked to end. */
  isStopped(): boolean;
  dispose(): void;
}

/** Solver settings that a client may choose. */
export interface SolverSettings {
  /** Default 0. */
  readonly randomSeed?: number | undefined;
  /** Default `choose`. */
  readonly presolve?: 'choose' | 'on' | 'off' | undefined;
}

/** Opens a session; `stop` becomes 1 when every run should end with its best result. */
export type OpenSession = (milp: Milp, stop: Int32Array, settings?: SolverSettings) => Promise<SolverSession>;

/** Basis of an optimal relaxation, in the status numbers of HiGHS. */
export interface Basis {
  /** Statuses, shapes [columns] and [rows]; the number of basic ones equals the number of rows. */
  readonly columns: Int32Array;
  readonly rows: Int32Array;
}

/** Basis statuses of HiGHS: at the lower limit, basic, at the upper limit; 3 is free at zero. */
export const AT_LOWER = 0;
export const BASIC = 1;
export const AT_UPPER = 2;
