/**
 * HiGHS as a solver session. Every call blocks its thread, so sessions run in a worker thread. Other threads reach a
 * running search only by the shared stop flag, which its callbacks read. A relaxation runs without callbacks, because
 * HiGHS would call them in every iteration, which takes a third of its time. It therefore ends only at its time limit,
 * or with its process.
 */
import { column, type Milp } from '../../milp/model.ts';
import { toSparseRows } from '../../milp/sparse-matrix.ts';
import type {
  OpenSession,
  Relaxation,
  Search,
  SearchProgress,
  SearchWatch,
  SolverSession,
} from '../solver.ts';
import type { HighsColumns, HighsData, HighsLibrary, HighsModel, HighsWatch } from './highs-model.ts';
import { highsLibrary } from './library.ts';
import { withoutRepeats } from './without-repeats.ts';

/** Value of the iteration limit that means no limit: the largest value of this option. */
const UNLIMITED = 2 ** 31 - 1;
/** Bit of `presolve_rule_off`. With this rule HiGHS 1.15 reports feasible MIPs as infeasible, or misses their optimum. */
const AGGREGATOR = 1 << 12;

export const openHighs: OpenSession = async (...args) => openWith(await highsLibrary())(...args);

/** Returns a function that opens sessions of one build. */
export const openWith =
  ({ version, createModel }: HighsLibrary): OpenSession =>
  async (milp, stop, { randomSeed = 0, presolve = 'choose' } = {}) => {
    const model = createModel(toData(milp));
    model.set({ random_seed: randomSeed, presolve });
    return withoutRepeats(createSession(version, model, () => Atomics.load(stop, 0) !== 0));
  };

const toData = ({ columns, rows }: Milp): HighsData => ({
  ...toSparseRows(rows),
  columns: toColumns(columns),
  integrality: Int32Array.from(columns, ({ integer }) => (integer ? 1 : 0)),
});

const toColumns = (columns: Milp['columns']): HighsColumns => ({
  costs: Float64Array.from(columns, ({ cost }) => cost),
  lower: Float64Array.from(columns, ({ lower }) => lower),
  upper: Float64Array.from(columns, ({ upper }) => upper),
});

function createSession(version: string, model: HighsModel, isStopped: () => boolean): SolverSession {
  const run = (timeLimitS: number, watch?: HighsWatch): void => {
    model.set({ time_limit: Math.max(0.01, timeLimitS) });
    model.run(watch);
  };
  return {
    version,
    isIncremental: true,
    addColumns: (added) => model.addColumns(toColumns(added.map(column))),
    addRows: (added) => model.addRows(toSparseRows(added)),
    setLimits: model.changeRows,
    setBounds: model.changeColumns,
    relax({ timeLimitS, evenIfStopped = false, iterations = UNLIMITED }) {
      if (isStopped() && !evenIfStopped) return { outcome: 'limit' };
      model.set({ solve_relaxation: true, presolve_rule_off: 0, simplex_iteration_limit: iterations });
      try {
        run(timeLimitS);
      } catch {
        // HiGHS may fail to continue from the basis of another case, so the run is repeated without a basis.
        model.clear();
        run(timeLimitS);
      }
      const outcome = relaxationOutcome(model.status());
      if (outcome !== 'optimal') return { outcome };
      return { outcome, objective: model.objective(), ...model.solution() };
    },
    search({ timeLimitS, mipGap }, start, watch) {
      // Discards the solution of a relaxation. From it, HiGHS would complete a solution by a sub-MIP search, and report
      // the bounds of that sub-MIP.
      model.clear();
      model.set({
        solve_relaxation: false,
        simplex_iteration_limit: UNLIMITED,
        mip_rel_gap: mipGap,
        presolve_rule_off: AGGREGATOR,
        // Two heuristics are turned off. The first searches a restricted problem, which a kernel already is. The second
        // (feasibility jump) is useless if there is a start.
        mip_heuristic_run_root_reduced_cost: false,
        mip_heuristic_run_feasibility_jump: !start,
      });
      if (start && start.columns.length > 0) model.setSolution(start);
      run(timeLimitS, watchOf(isStopped, watch));
      return readSearch(model);
    },
    basis: model.basis,
    basisInverse: model.basisInverse,
    startFrom: (basis) => (basis ? model.setBasis(basis) : model.clear()),
    isStopped,
    dispose: model.dispose,
  };
}

/** Shortest time between two progress reports of a search, ms. */
const PROGRESS_MS = 250;

function watchOf(isStopped: () => boolean, watch: SearchWatch): HighsWatch {
  let shown = 0;
  return {
    onIncumbent: watch.onIncumbent,
    onInterrupt(reported) {
      const progress = withFinite(reported);
      if (Date.now() - shown >= PROGRESS_MS) {
        shown = Date.now();
        watch.onProgress(progress);
      }
      return isStopped() || (watch.isEnough?.(progress) ?? false);
    },
  };
}

/** Progress with null in place of infinite values, which HiGHS reports as long as it has no incumbent or bound. */
const withFinite = (progress: SearchProgress): SearchProgress => ({
  ...progress,
  incumbent: finite(progress.incumbent),
  bound: finite(progress.bound),
  mip_gap: finite(progress.mip_gap),
});

const finite = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) && Math.abs(value) < 1e100 ? value : null;

function readSearch(model: HighsModel): Search {
  const hasSolution = model.found();
  return {
    outcome: searchOutcome(model.status(), hasSolution),
    bound: finite(model.bound()) ?? -Infinity,
    objective: hasSolution ? model.objective() : null,
    primal: hasSolution ? model.solution().primal : new Float64Array(),
    nodes: Math.max(0, model.nodes()),
  };
}

/** Values of `HighsModelStatus`. */
const STATUS = { optimal: 7, infeasible: 8, unboundedOrInfeasible: 9, unbounded: 10 } as const;

/**
 * Outcome of a relaxation. `unboundedOrInfeasible` counts as infeasible, because the models of this project bound every
 * variable that could reduce the cost.
 */
export function relaxationOutcome(status: number): Relaxation['outcome'] {
  if (status === STATUS.optimal) return 'optimal';
  if (status === STATUS.unbounded) return 'unbounded';
  return isInfeasible(status) ? 'infeasible' : 'limit';
}

export function searchOutcome(status: number, hasSolution: boolean): Search['outcome'] {
  if (status === STATUS.optimal) return 'optimal';
  if (isInfeasible(status)) return 'infeasible';
  return hasSolution ? 'feasible' : 'none';
}

const isInfeasible = (status: number): boolean =>
  status === STATUS.infeasible || status === STATUS.unboundedOrInfeasible;
