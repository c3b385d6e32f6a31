/** A command-line solver as a session. The model stays here; each run writes it to a file and starts the solver. */
import type { Milp } from '../../milp/model.ts';
import type { OpenSession, Search, SolverSession, SolverSettings } from '../solver.ts';
import { createChildHolder } from './child-holder.ts';
import type { Dialect } from './dialect.ts';
import { findExecutable } from './find-executable.ts';
import { createGrowingModel, type GrowingModel } from './growing-model.ts';
import { relaxModel } from './relax-model.ts';
import { type Run, runExecutable, type Understood } from './run-executable.ts';
import { removeLeftFolders } from './run-folder.ts';
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

const STOPPED: Understood = { outcome: 'limit', bound: null, nodes: 0, version: undefined };

function createSession(
  dialect: Dialect,
  command: string,
  milp: Milp,
  stop: Int32Array,
  { randomSeed = 0, presolve }: SolverSettings,
): SolverSession {
  const model = createGrowingModel(milp);
  const holder = createChildHolder();
  const always = { dialect, command, holder, mipGap: 0, randomSeed: randomSeed % SEEDS, presolve };
  const stopped = (): boolean => Atomics.load(stop, 0) !== 0;
  let version = 'unknown';
  const run = (
    about: Pick<Run, 'milp' | 'relaxed' | 'timeLimitS' | 'stopped'> & Partial<Run>,
  ): Understood => {
    if (about.stopped()) return STOPPED;
    const answer = runExecutable({ ...always, ...about, timeLimitS: Math.max(SHORTEST_S, about.timeLimitS) });
    version = answer.version ?? version;
    return answer;
  };
  return {
    get version() {
      return version;
    },
    isIncremental: false,
    addColumns: model.addColumns,
    addRows: model.addRows,
    setLimits: model.setLimits,
    setBounds: model.setBounds,
    relax({ timeLimitS, evenIfStopped = false }) {
      if (model.contradictory()) return { outcome: 'infeasible' };
      const end = performance.now() + timeLimitS * 1000;
      return relaxModel(dialect.title, model, (program) =>
        run({
          milp: program,
          relaxed: true,
          timeLimitS: (end - performance.now()) / 1000,
          stopped: evenIfStopped ? () => false : stopped,
        }),
      );
    },
    search({ timeLimitS, mipGap, evenIfStopped = false }, start, watch) {
      if (model.contradictory()) return { ...NOTHING_FOUND, outcome: 'infeasible' };
      const onWait = createSearchWatcher(dialect, model, watch);
      const about = { milp: model, relaxed: false, timeLimitS, mipGap, start, onWait };
      return toSearch(model, run({ ...about, stopped: evenIfStopped ? () => false : stopped }));
    },
    isStopped: stopped,
    dispose: () => holder.close(),
  };
}

/** What a solver answered to a search -> what the port says of it. */
const NOTHING_FOUND: Search = {
  outcome: 'none',
  bound: -Infinity,
  objective: null,
  primal: new Float64Array(),
  nodes: 0,
};

function toSearch(model: GrowingModel, { outcome, primal, bound, nodes }: Understood): Search {
  if (outcome === 'infeasible') return { ...NOTHING_FOUND, outcome };
  const proven = bound ?? -Infinity;
  if (!primal) return { ...NOTHING_FOUND, bound: proven, nodes };
  const objective = model.objective(primal);
  if (outcome !== 'optimal') return { outcome: 'feasible', objective, primal, nodes, bound: proven };
  // Printed bounds are rounded; none is above the optimum.
  return { outcome, objective, primal, nodes, bound: Math.min(objective, bound ?? objective) };
}
