/** One model in HiGHS, as both builds of it offer it: the native library and WebAssembly. */
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

/** What a search says while it runs. */
export interface HighsWatch {
  onIncumbent(primal: Float64Array, objective: number): void;
  /** True ends the search. */
  onInterrupt(progress: SearchProgress): boolean;
}

export interface HighsModel {
  set(options: Readonly<Record<string, boolean | number | string>>): void;
  addColumns(columns: HighsColumns): void;
  addRows(rows: SparseRows): void;
  /** Positions ascending. */
  changeRows(positions: Int32Array, lower: Float64Array, upper: Float64Array): void;
  changeColumns(positions: Int32Array, lower: Float64Array, upper: Float64Array): void;
  /** Throws when HiGHS says that it failed. */
  run(watch?: HighsWatch): void;
  /** Forgets solution and basis. */
  clear(): void;
  setSolution(solution: PartialSolution): void;
  /** Throws when there is none that fits. */
  setBasis(basis: Basis): void;
  basis(): Basis;
  /** `HighsModelStatus`. */
  status(): number;
  /** There is a feasible point. */
  found(): boolean;
  objective(): number;
  /** Lower bound that the search has proven; not finite when there is none. */
  bound(): number;
  nodes(): number;
  /** Shapes [columns] and [rows]. */
  solution(): { readonly primal: Float64Array; readonly rowDual: Float64Array };
  dispose(): void;
}

/** A build of HiGHS that is loaded. */
export interface HighsLibrary {
  /** Version and build, such as `1.15.1 (native)`. */
  readonly version: string;
  createModel(data: HighsData): HighsModel;
}

/** `primal_solution_status` of a feasible point. */
export const FEASIBLE_POINT = 2;
