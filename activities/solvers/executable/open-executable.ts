/** A command-line solver as a session. The model stays here; each run writes it to a file and starts the solver. */
import type { Milp } from '../../milp/model.ts';
import type { OpenSession, Relaxation, Search, SolverSession, SolverSettings } from '../solver.ts';
import { createChildHolder } from './child-holder.ts';
import type { Dialect } from './dialect.ts';
import { dualProgram } from './dual-program.ts';
import { findExecutable } from './find-executable.ts';
import { createGrowingModel } from './growing-model.ts';
import { removeLeftFolders } from './run-folder.ts';
import { type Run, runSolver, type Understood } from './run-solver.ts';
import { createSearchWatcher } from './search-watcher.ts';

/** Shorter limits read as none by some solvers, s. */
const SHORTEST_S = 0.05;
/** Gurobi knows the fewest seeds. */
const SEEDS = 2_000_000_000;

export const openExecutable =
  (dialect: Dialect, executable: string): OpenSession =>
  async (milp, stop, settings = {}) => {
    const command = findExecutable(executable);
    if (!command) throw new Error(`${dialect.title} is not installed`);
    removeLeftFolders();
    return createSession(dialect, command, milp, stop, settings);
  };

function createSession(
  dialect: Dialect,
  command: string,
  milp: Milp,
  stop: Int32Array,
  settings: SolverSettings,
): SolverSession {
  const model = createGrowingModel(milp);
  const holder = createChildHolder();
  const stopped = (): boolean => Atomics.load(stop, 0) !== 0;
  let version = 'unknown';
  const run = (
    about: Pick<Run, 'milp' | 'relaxed' | 'timeLimitS' | 'stopped'> & Partial<Run>,
  ): Understood => {
    if (about.stopped()) return STOPPED;
    const timeLimitS = Math.max(SHORTEST_S, about.timeLimitS);
    const randomSeed = (settings.randomSeed ?? 0) % SEEDS;
    const answer = runSolver({
      mipGap: 0,
      ...settings,
      randomSeed,
      dialect,
      command,
      holder,
      ...about,
      timeLimitS,
    });
    version = answer.version ?? version;
    return answer;
  };
  return {
    get version() {
      return version;
    },
    addColumns: model.addColumns,
    addRows: model.addRows,
    setBounds: model.setBounds,
    relax({ timeLimitS, evenIfStopped = false }) {
      if (model.contradictory()) return { outcome: 'infeasible' };
      const started = performance.now();
      const left = (): number => timeLimitS - (performance.now() - started) / 1000;
      return relaxBy((program) =>
        run({
          milp: program,
          relaxed: true,
          timeLimitS: left(),
          stopped: evenIfStopped ? () => false : stopped,
        }),
      );
    },
    search({ timeLimitS, mipGap }, start, watch) {
      if (model.contradictory()) return { ...NOTHING, outcome: 'infeasible' };
      const onWait = createSearchWatcher(dialect, model, watch);
      return toSearch(run({ milp: model, relaxed: false, timeLimitS, mipGap, start, stopped, onWait }));
    },
    dispose: () => holder.close(),
  };

  function relaxBy(solve: (program: Milp) => Understood): Relaxation {
    const { outcome, primal, rowDual } = solve(model);
    if (outcome !== 'optimal') return { outcome };
    if (!primal) throw new Error(`${dialect.title} gave no values`);
    const objective = model.objective(primal);
    if (rowDual) return { outcome, objective, primal, rowDual };
    const dual = dualProgram(model);
    const prices = solve(dual.milp);
    if (prices.outcome === 'limit') return { outcome: 'limit' };
    if (!prices.primal) throw new Error(`${dialect.title} gave no duals`);
    return { outcome, objective, primal, rowDual: dual.rowDual(prices.primal) };
  }

  function toSearch({ outcome, primal, bound, nodes }: Understood): Search {
    if (outcome === 'infeasible') return { ...NOTHING, outcome };
    const proven = bound ?? -Infinity;
    if (!primal) return { ...NOTHING, bound: proven, nodes };
    const objective = model.objective(primal);
    if (outcome !== 'optimal') return { outcome: 'feasible', objective, primal, nodes, bound: proven };
    return { outcome, objective, primal, nodes, bound: Math.min(objective, bound ?? objective) };
  }
}

const STOPPED: Understood = { outcome: 'limit', bound: null, nodes: 0, version: undefined };
const NOTHING: Search = {
  outcome: 'none',
  bound: -Infinity,
  objective: null,
  primal: new Float64Array(),
  nodes: 0,
};
