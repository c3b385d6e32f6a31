/** The interface to a model in HiGHS, which the native library and WebAssembly implement. */
import type { SparseRows } from '../../milp/sparse-matrix.ts';
import type { Basis, BasisInverse, PartialSolution, SearchProgress } from '../solver.ts';

/** Columns of a model, without their entries; shape [columns] each. */
export interface HighsColumns {
  readonly costs: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface HighsData extends SparseRows {
  readonly columns: HighsColumns;
  /** 1 for an integer column, shape [columns]. */
  readonly integrality: Int32Array;
}

/** Functions that a running search calls. */
export interface HighsWatch {
  onIncumbent(primal: Float64Array, objective: number): void;
  /** Returns true to end the search. */
  onInterrupt(progress: SearchProgress): boolean;
}

export interface HighsModel {
  set(options: Readonly<Record<string, boolean | number | string>>): void;
  addColumns(columns: HighsColumns): void;
  addRows(rows: SparseRows): void;
  /** Changes limits of rows; positions ascend. */
  changeRows(positions: Int32Array, lower: Float64Array, upper: Float64Array): void;
  changeColumns(positions: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** Runs HiGHS. Throws when HiGHS reports a failure. */
  run(watch?: HighsWatch): void;
  /** Discards solution and basis. */
  clear(): void;
  setSolution(solution: PartialSolution): void;
  /** Sets the basis of the next run. Throws when the basis does not fit the model. */
  setBasis(basis: Basis): void;
  /** Undefined if the last run left none. */
  basis(): Basis | undefined;
  /** Factorizes the basis of the last run. Throws without a basis. */
  basisInverse(): BasisInverse;
  /** Returns the status of the model, `HighsModelStatus`. */
  status(): number;
  /** True if the run has found a feasible point. */
  found(): boolean;
  objective(): number;
  /** Lower bound that the search has proven; not finite before it has one. */
  bound(): number;
  nodes(): number;
  /** Values of the columns, shape [columns], and duals of the rows, shape [rows]. */
  solution(): { readonly primal: Float64Array; readonly rowDual: Float64Array };
  dispose(): void;
}

/** A loaded build of HiGHS. */
export interface HighsLibrary {
  /** Version and build of HiGHS, such as `1.15.1 (native)`. */
  readonly version: string;
  createModel(data: HighsData): HighsModel;
}

/** Value of `primal_solution_status` for a feasible point. */
export const FEASIBLE_POINT = 2;
