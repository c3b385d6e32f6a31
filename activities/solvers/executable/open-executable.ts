/**
 * Opens a command-line solver as a session. The model stays in memory; each run writes it to a file and starts the
 * solver.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { column, type Milp, type Row } from '../../milp/model.ts';
import type { OpenSession, Search, SolverSession, SolverSettings } from '../solver.ts';
import { createChildHolder } from './child-holder.ts';
import { type Dialect, objectiveOf } from './dialect.ts';
import { relaxModel } from './relax-model.ts';
import { type Run, removeLeftFolders, runExecutable, type Understood } from './run-executable.ts';
import { createSearchWatcher } from './run-log.ts';

/** Shortest time limit, s: some solvers read a shorter one as no limit. */
const SHORTEST_S = 0.05;
/** Number of random seeds; Gurobi has this many, and no solver has fewer. */
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
  const { model, changes } = changeable(milp);
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
    ...changes,
    relax({ timeLimitS, evenIfStopped = false }) {
      if (isContradictory(model)) return { outcome: 'infeasible' };
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
      if (isContradictory(model)) return { ...NOTHING_FOUND, outcome: 'infeasible' };
      const onWait = createSearchWatcher(dialect, model, watch);
      const about = { milp: model, relaxed: false, timeLimitS, mipGap, start, onWait };
      return toSearch(model, run({ ...about, stopped: evenIfStopped ? () => false : stopped }));
    },
    isStopped: stopped,
    dispose: () => holder.close(),
  };
}

/** Result of a search that found neither a solution nor a bound. */
const NOTHING_FOUND: Search = {
  outcome: 'none',
  bound: -Infinity,
  objective: null,
  primal: new Float64Array(),
  nodes: 0,
};

function toSearch(model: Milp, { outcome, primal, bound, nodes }: Understood): Search {
  if (outcome === 'infeasible') return { ...NOTHING_FOUND, outcome };
  const proven = bound ?? -Infinity;
  if (!primal) return { ...NOTHING_FOUND, bound: proven, nodes };
  const objective = objectiveOf(model, primal);
  if (outcome !== 'optimal') return { outcome: 'feasible', objective, primal, nodes, bound: proven };
  // The bound is limited to the objective: printed bounds are rounded, and a bound is never above the optimum.
  return { outcome, objective, primal, nodes, bound: Math.min(objective, bound ?? objective) };
}

/** A copy of a model, with functions that change it. */
function changeable(milp: Milp) {
  const columns = [...milp.columns];
  const rows = [...milp.rows];
  const changes: Pick<SolverSession, 'addColumns' | 'addRows' | 'setLimits' | 'setBounds'> = {
    // Columns are pushed one by one, because a call has a limited number of arguments.
    addColumns: (added) => added.forEach((spec) => void columns.push(column(spec))),
    addRows: (added) => added.forEach((row) => void rows.push(row)),
    setLimits: (positions, lower, upper) => replaceBounds(rows, positions, lower, upper),
    setBounds: (positions, lower, upper) => replaceBounds(columns, positions, lower, upper),
  };
  const model: Milp = { columns, rows };
  return { model, changes };
}

function replaceBounds<Bounded extends Pick<Row, 'lower' | 'upper'>>(
  all: Bounded[],
  positions: Int32Array,
  lower: Float64Array,
  upper: Float64Array,
): void {
  for (const [i, at] of positions.entries()) {
    const old = all[at];
    if (old) all[at] = { ...old, lower: lower[i] ?? old.lower, upper: upper[i] ?? old.upper };
  }
}

/** True if a lower limit is above its upper limit. MPS cannot express such a model, which is infeasible in any case. */
const isContradictory = ({ columns, rows }: Milp): boolean => columns.some(isCrossed) || rows.some(isCrossed);

const isCrossed = ({ lower, upper }: Pick<Row, 'lower' | 'upper'>): boolean => lower > upper;

/** Path of the executable that the shell would run for a command; undefined if there is no such executable. */
export function findExecutable(command: string): string | undefined {
  const { stdout } = spawnSync('/bin/sh', ['-c', 'command -v -- "$1"', 'sh', command], { encoding: 'utf8' });
  const location = (stdout ?? '').trim();
  // For a shell builtin the answer is not a path.
  if (!location.includes('/')) return undefined;
  const path = resolve(location);
  return isExecutable(path) ? path : undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
