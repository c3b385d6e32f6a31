/** The interface of one model in HiGHS, shared by the native library and WebAssembly. */
import type { SparseRows } from '../../milp/sparse-matrix.ts';
import type { Basis, PartialSolution, SearchProgress } from '../solver.ts';

/** Columns without entries; shapes [columns]. */
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

/** Callbacks of a running search. */
export interface HighsWatch {
  onIncumbent(primal: Float64Array, objective: number): void;
  /** Returns true to end the search. */
  onInterrupt(progress: SearchProgress): boolean;
}

export interface HighsModel {
  set(options: Readonly<Record<string, boolean | number | string>>): void;
  addColumns(columns: HighsColumns): void;
  addRows(rows: SparseRows): void;
  /** Positions ascending. */
  changeRows(positions: Int32Array, lower: Float64Array, upper: Float64Array): void;
  changeColumns(positions: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** Throws when HiGHS reports a failure. */
  run(watch?: HighsWatch): void;
  /** Forgets solution and basis. */
  clear(): void;
  setSolution(solution: PartialSolution): void;
  /** Throws when the basis does not fit the model. */
  setBasis(basis: Basis): void;
  basis(): Basis;
  /** Returns the `HighsModelStatus`. */
  status(): number;
  /** True if there is a feasible point. */
  found(): boolean;
  objective(): number;
  /** Proven lower bound of the search; not finite before it has one. */
  bound(): number;
  nodes(): number;
  /** Shapes [columns] and [rows]. */
  solution(): { readonly primal: Float64Array; readonly rowDual: Float64Array };
  dispose(): void;
}

/** A loaded build of HiGHS. */
export interface HighsLibrary {
  /** Version and build, such as `1.15.1 (native)`. */
  readonly version: string;
  createModel(data: HighsData): HighsModel;
}

/** `primal_solution_status` of a feasible point. */
export const FEASIBLE_POINT = 2;
