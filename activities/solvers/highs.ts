/**
 * HiGHS (WebAssembly) as a solver session. Every call blocks its thread, so it runs in a worker thread; the
 * only way to reach it from outside is the shared stop flag that the callbacks of a search read. A relaxation has no
 * callbacks, which HiGHS would call in every iteration, at a third of its time: it ends with its time limit.
 */
import type { CallbackData, Highs, HighsCallbackMap, Model } from 'highs';
import { column, type Milp } from '../milp/model.ts';
import { toSparseRows } from '../milp/sparse-matrix.ts';
import { loadHighs, relaxationOutcome, searchOutcome } from './highs-library.ts';
import type { OpenSession, Search, SearchProgress, SearchWatch, SolverSession } from './solver.ts';
import { withoutRepeats } from './without-repeats.ts';

/** `primal_solution_status` of a feasible point. */
const FEASIBLE = 2;
const INTEGER = 1;
/** Iterations, the largest number of this option. */
const UNLIMITED = 2 ** 31 - 1;
/** Bit of `presolve_rule_off`. With this rule HiGHS 1.15 calls MIPs infeasible that are not, or misses their optimum. */
const AGGREGATOR = 1 << 12;

export const openHighs: OpenSession = async (milp, stop, { randomSeed = 0, presolve = 'choose' } = {}) => {
  const highs = await loadHighs();
  const model = highs.createModel(toModelData(milp));
  model.options.set({ output_flag: false, random_seed: randomSeed, presolve });
  return withoutRepeats(createSession(highs, model, () => Atomics.load(stop, 0) !== 0));
};

function toModelData({ columns, rows }: Milp) {
  const { lower, upper, starts, indices, values } = toSparseRows(rows);
  return {
    numCols: columns.length,
    numRows: rows.length,
    colCost: Float64Array.from(columns, ({ cost }) => cost),
    colLower: Float64Array.from(columns, (c) => c.lower),
    colUpper: Float64Array.from(columns, (c) => c.upper),
    integrality: Int32Array.from(columns, ({ integer }) => (integer ? INTEGER : 0)),
    rowLower: lower,
    rowUpper: upper,
    matrix: {
      format: 'csr',
      numRows: rows.length,
      numCols: columns.length,
      starts,
      indices,
      values,
    },
  } as const;
}

function createSession(highs: Highs, model: Model, isStopped: () => boolean): SolverSession {
  const { modelStatus } = highs.constants;
  let columns = model.getDimensions().numCols;
  const run = (timeLimitS: number, callbacks: HighsCallbackMap = {}): void => {
    // The limit counts over all runs of a model unless the clocks are reset.
    model.zeroAllClocks();
    model.options.set({ time_limit: Math.max(0.01, timeLimitS) });
    model.run(callbacks);
  };
  return {
    version: highs.version.string,
    isIncremental: true,
    addColumns(added) {
      for (const spec of added.map(column)) {
        model.addCol(spec.cost, spec.lower, spec.upper, {
          indices: new Int32Array(),
          values: new Float64Array(),
        });
      }
      columns += added.length;
    },
    addRows(added) {
      if (added.length === 0) return;
      const { lower, upper, starts, indices, values } = toSparseRows(added);
      const matrix = {
        format: 'csr',
        numRows: added.length,
        numCols: columns,
        starts,
        indices,
        values,
      } as const;
      model.addRows({ lower, upper, matrix });
    },
    setLimits(indices, lower, upper) {
      if (indices.length > 0) model.changeRowsBounds({ kind: 'set', indices }, lower, upper);
    },
    setBounds(indices, lower, upper) {
      if (indices.length > 0) model.changeColsBounds({ kind: 'set', indices }, lower, upper);
    },
    relax({ timeLimitS, evenIfStopped = false, iterations = UNLIMITED }) {
      if (isStopped() && !evenIfStopped) return { outcome: 'limit' };
      model.options.set({
        solve_relaxation: true,
        presolve_rule_off: 0,
        simplex_iteration_limit: iterations,
      });
      try {
        run(timeLimitS);
      } catch {
        // A basis that comes from another case may be one that HiGHS cannot go on from; from nothing it can.
        model.clearSolver();
        run(timeLimitS);
      }
      const outcome = relaxationOutcome(modelStatus, model.getModelStatus());
      if (outcome !== 'optimal') return { outcome };
      const { colValue, rowDual } = model.getSolution();
      return { outcome, objective: model.getObjectiveValue(), primal: colValue, rowDual };
    },
    search({ timeLimitS, mipGap }, start, watch) {
      // HiGHS would complete the solution of a relaxation by a search of a part, and tell of the bounds of that part.
      model.clearSolver();
      model.options.set({
        solve_relaxation: false,
        simplex_iteration_limit: UNLIMITED,
        mip_rel_gap: mipGap,
        presolve_rule_off: AGGREGATOR,
        // A kernel is what this heuristic would search, and a start is better than what a jump finds.
        mip_heuristic_run_root_reduced_cost: false,
        mip_heuristic_run_feasibility_jump: !start,
      });
      if (start && start.columns.length > 0)
        model.setSolution({ indices: start.columns, values: start.values });
      run(timeLimitS, searchCallbacks(highs, isStopped, watch));
      return readSearch(highs, model);
    },
    ...basisOf(model),
    isStopped,
    dispose: () => model.dispose(),
  };
}

const basisOf = (model: Model): Required<Pick<SolverSession, 'basis' | 'startFrom'>> => ({
  basis() {
    const { colStatus, rowStatus } = model.getBasis();
    return { columns: Int32Array.from(colStatus), rows: Int32Array.from(rowStatus) };
  },
  startFrom(basis) {
    if (basis) model.setBasis({ colStatus: basis.columns, rowStatus: basis.rows });
    else model.clearSolver();
  },
});

/** Between two looks at a running search, ms. */
const PROGRESS_MS = 250;

function searchCallbacks(
  { constants }: Highs,
  isStopped: () => boolean,
  watch: SearchWatch,
): HighsCallbackMap {
  const { mipImprovingSolution, mipInterrupt } = constants.callbackType;
  let shown = 0;
  return {
    [mipImprovingSolution]: ({ data }) => {
      const { mip_solution, objective_function_value } = data;
      if (mip_solution && objective_function_value !== undefined) {
        watch.onIncumbent(mip_solution, objective_function_value);
      }
    },
    [mipInterrupt]: (event) => {
      if (Date.now() - shown >= PROGRESS_MS) {
        shown = Date.now();
        watch.onProgress(toProgress(event.data));
      }
      if (isStopped() || watch.isEnough?.(toProgress(event.data))) event.interrupt();
    },
  };
}

const finite = (value: number | undefined): number | null =>
  value !== undefined && Number.isFinite(value) && Math.abs(value) < 1e100 ? value : null;

const toProgress = (data: CallbackData): SearchProgress => ({
  incumbent: finite(data.mip_primal_bound),
  bound: finite(data.mip_dual_bound),
  mipGap: finite(data.mip_gap),
  nodes: data.mip_node_count === undefined ? null : Number(data.mip_node_count),
  iterations: Number(data.mip_total_lp_iterations ?? 0),
});

function readSearch({ constants }: Highs, model: Model): Search {
  const found = model.info.get('primal_solution_status') === FEASIBLE;
  return {
    outcome: searchOutcome(constants.modelStatus, model.getModelStatus(), found),
    bound: finite(Number(model.info.get('mip_dual_bound'))) ?? -Infinity,
    objective: found ? model.getObjectiveValue() : null,
    primal: found ? model.getSolution().colValue : new Float64Array(),
    nodes: Math.max(0, Number(model.info.get('mip_node_count'))),
  };
}
