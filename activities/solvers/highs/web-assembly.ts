/** The WebAssembly build of HiGHS, which runs on every platform; its memory is limited to 2 GB. */
import highsModule, { type CallbackData, type Highs, type HighsCallbackMap } from 'highs';
import type { SparseRows } from '../../milp/sparse-matrix.ts';
import type { SearchProgress } from '../solver.ts';
import {
  FEASIBLE_POINT,
  type HighsData,
  type HighsLibrary,
  type HighsModel,
  type HighsWatch,
} from './highs-model.ts';

// The types of `highs` describe its default export for CommonJS, but under NodeNext the import is that default itself;
// hence the cast.
const load = highsModule as unknown as typeof highsModule.default;

let loaded: Promise<Highs> | undefined;

/** Returns one instance per thread, which can hold several models. */
export function loadHighs(): Promise<Highs> {
  loaded ??= load();
  return loaded;
}

export async function loadWebAssembly(): Promise<HighsLibrary> {
  const highs = await loadHighs();
  return {
    version: `${highs.version.string} (WebAssembly)`,
    createModel: (data) => createModel(highs, data),
  };
}

const matrixOf = ({ lower, starts, indices, values }: SparseRows, columns: number) =>
  ({ format: 'csr', numRows: lower.length, numCols: columns, starts, indices, values }) as const;

function createModel(highs: Highs, data: HighsData): HighsModel {
  const { costs, lower, upper } = data.columns;
  let columns = costs.length;
  const model = highs.createModel({
    numCols: columns,
    numRows: data.lower.length,
    colCost: costs,
    colLower: lower,
    colUpper: upper,
    integrality: data.integrality,
    rowLower: data.lower,
    rowUpper: data.upper,
    matrix: matrixOf(data, columns),
  });
  model.options.set({ output_flag: false });
  return {
    set: (options) => void model.options.set(options),
    addColumns(added) {
      const [indices, values] = [new Int32Array(), new Float64Array()];
      for (const [c, cost] of added.costs.entries())
        model.addCol(cost, added.lower[c] ?? 0, added.upper[c] ?? 0, { indices, values });
      columns += added.costs.length;
    },
    addRows(rows) {
      model.addRows({ lower: rows.lower, upper: rows.upper, matrix: matrixOf(rows, columns) });
    },
    changeRows: (indices, low, high) => void model.changeRowsBounds({ kind: 'set', indices }, low, high),
    changeColumns: (indices, low, high) => void model.changeColsBounds({ kind: 'set', indices }, low, high),
    run(watch) {
      // Resets the clocks; otherwise the time limit would count over all runs of a model.
      model.zeroAllClocks();
      model.run(watch ? callbacks(highs, watch) : {});
    },
    clear: () => void model.clearSolver(),
    setSolution: (solution) => void model.setSolution({ indices: solution.columns, values: solution.values }),
    setBasis: (basis) => void model.setBasis({ colStatus: basis.columns, rowStatus: basis.rows }),
    basis() {
      const { colStatus, rowStatus } = model.getBasis();
      return { columns: Int32Array.from(colStatus), rows: Int32Array.from(rowStatus) };
    },
    basisInverse: () => ({
      basic: model.getBasicVariables(),
      solve: (right) => model.getBasisSolve(right).values,
      solveTransposed: (right) => model.getBasisTransposeSolve(right).values,
    }),
    status: () => model.getModelStatus(),
    found: () => model.info.get('primal_solution_status') === FEASIBLE_POINT,
    objective: () => model.getObjectiveValue(),
    bound: () => Number(model.info.get('mip_dual_bound')),
    nodes: () => Number(model.info.get('mip_node_count')),
    solution() {
      const { colValue, rowDual } = model.getSolution();
      return { primal: colValue, rowDual };
    },
    dispose: () => model.dispose(),
  };
}

function callbacks({ constants }: Highs, watch: HighsWatch): HighsCallbackMap {
  const { mipImprovingSolution, mipInterrupt } = constants.callbackType;
  return {
    [mipImprovingSolution]: ({ data }) => {
      const { mip_solution, objective_function_value } = data;
      if (mip_solution && objective_function_value !== undefined)
        watch.onIncumbent(mip_solution, objective_function_value);
    },
    [mipInterrupt]: (event) => {
      if (watch.onInterrupt(toProgress(event.data))) event.interrupt();
    },
  };
}

const toProgress = (data: CallbackData): SearchProgress => ({
  incumbent: data.mip_primal_bound ?? null,
  bound: data.mip_dual_bound ?? null,
  mip_gap: data.mip_gap ?? null,
  nodes: data.mip_node_count === undefined ? null : Number(data.mip_node_count),
  iterations: Number(data.mip_total_lp_iterations ?? 0),
});
