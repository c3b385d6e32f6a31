/** One run of a command-line solver: writes its files, runs the process, reads the results, and removes the folder. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Milp } from '../../milp/model.ts';
import type { PartialSolution } from '../solver.ts';
import type { ChildEnd, ChildHolder } from './child-holder.ts';
import { type Answer, type Dialect, MODEL_FILE, type RunRequest } from './dialect.ts';
import { createRunLog, type RunLog } from './run-log.ts';
import { writeMps } from './write-mps.ts';

/** Time after the time limit in which a solver may end by itself, s. */
const OVERTIME_S = 5;

export interface Run extends Omit<RunRequest, 'hasStart'> {
  readonly dialect: Dialect;
  /** Path of the executable. */
  readonly command: string;
  readonly holder: ChildHolder;
  readonly milp: Milp;
  readonly start?: PartialSolution | undefined;
  stopped(): boolean;
  /** Called repeatedly while the solver runs. */
  onWait?(folder: string, log: RunLog): void;
}

export interface Understood extends Answer {
  readonly outcome: Exclude<Answer['outcome'], undefined>;
  readonly version: string | undefined;
}

export const runExecutable = (run: Run): Understood => inRunFolder((folder) => runIn(folder, run));

function runIn(folder: string, run: Run): Understood {
  const { dialect, milp, start } = run;
  writeMps(join(folder, MODEL_FILE), milp, run.relaxed);
  const hasStart = start !== undefined && start.columns.length > 0;
  if (hasStart) writeFileSync(join(folder, dialect.startFile), dialect.startText(start), { mode: 0o600 });
  const logFile = join(folder, 'log.txt');
  const log = createRunLog(logFile);
  const latest = performance.now() + (run.timeLimitS + OVERTIME_S) * 1000;
  const args = dialect.args({ ...run, hasStart });
  const end = run.holder.run({ command: run.command, args, folder, logFile }, () => {
    run.onWait?.(folder, log);
    return run.stopped() || performance.now() > latest || log.tooLong();
  });
  if (!end.ended && !end.asked) throw new Error(`${dialect.title} could not be started`);
  const text = log.text();
  const answer = readAnswer(run, { folder, log: text }, end);
  if (answer.outcome === undefined) throw failure(dialect, text, end);
  return { ...answer, outcome: answer.outcome, version: dialect.version.exec(text)?.[1] };
}

const STOPPED: Answer = { outcome: 'limit', bound: null, nodes: 0 };

/** Reads the results. A solver that was asked to end may leave incomplete files. */
function readAnswer(
  { dialect, milp }: Run,
  { folder, log }: { readonly folder: string; readonly log: string },
  end: ChildEnd,
): Answer {
  try {
    const answer = dialect.read({ folder, log, columns: milp.columns.length, rows: milp.rows.length });
    return answer.outcome === undefined && end.asked ? STOPPED : answer;
  } catch (error) {
    if (end.asked) return STOPPED;
    throw failure(dialect, log, end, error);
  }
}

/** Largest number of characters of the last log line that an error shows. */
const LONGEST_LINE = 160;
/** Pattern of paths on this machine, which errors must not show. */
const PATHS = /(\/[\w.+-]+){2,}/g;

function failure({ title }: Dialect, log: string, { exit }: ChildEnd, cause?: unknown): Error {
  const how = exit < 0 ? `signal ${-exit}` : `code ${exit}`;
  const line = log.trimEnd().split('\n').at(-1)?.trim().replaceAll(PATHS, '...').slice(0, LONGEST_LINE);
  return new Error(`${title} gave no answer (${how})${line ? `: ${line}` : ''}`, { cause });
}

const PREFIX = 'grid-solver-';
/** Age from which a folder is certainly left over from a killed process, ms; runs take less than half of this time. */
const LEFT_AFTER_MS = 2 * 3600 * 1000;

/** Runs `run` in a private folder, readable to this user only, which is removed afterwards. */
function inRunFolder<T>(run: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  try {
    return run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Removes the folders left over from killed processes. */
export function removeLeftFolders(): void {
  const parent = tmpdir();
  const oldest = Date.now() - LEFT_AFTER_MS;
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(parent, name);
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    try {
      if (changed < oldest) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Folders that belong to another user cannot be removed, and stay.
    }
  }
}
