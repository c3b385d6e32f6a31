/**
 * Runs test files in lanes: parallel processes, each of which takes the next unit when it is free. The longest units
 * begin first, so that the lanes end at about the same time.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../plain/paths.mjs';
import type { LaneMessage } from './lane-messages.ts';
import { createReport, type Report, type Summary } from './report.ts';

/** Files that a lane runs in a single run of mocha. */
export interface Unit {
  /** Absolute paths of compiled tests. */
  readonly files: readonly string[];
  /** Measured duration of the unit, s. */
  readonly seconds: number;
  /** Index of the stack that the unit uses; default 0. */
  readonly stack?: number;
}

interface Options {
  readonly lanes: number;
  /** Folder for the temporary files of the tests. */
  readonly folder: string;
  /** Environment of a lane, by the index of its stack. */
  readonly environments?: readonly NodeJS.ProcessEnv[];
  readonly signal?: AbortSignal;
  /** Selects tests whose names contain it. */
  readonly named?: string | undefined;
  /** Largest number of failed files that are repeated alone; if more fail, none is repeated. */
  readonly again?: number;
  readonly say?: (line: string) => void;
}

const LANE = join(ROOT, 'dist', 'workers', 'local', 'test', 'lane.js');
/**
 * Time after a test's limit in which mocha itself ends the test, ms. A test that runs longer blocks its process, so the
 * process is ended.
 */
const GRACE_MS = 10_000;
/** Longest duration of a test that sets no limit, ms. */
const LONGEST_MS = 900_000;

export async function runLanes(units: readonly Unit[], options: Options): Promise<Summary> {
  const queue = [...units].sort((a, b) => b.seconds - a.seconds);
  const report = createReport(options.say ?? console.log);
  const lane = async () => {
    let child: ChildProcess | undefined;
    let stackOfChild = 0;
    for (let unit = queue.shift(); unit && !options.signal?.aborted; unit = queue.shift()) {
      const { stack = 0 } = unit;
      if (child?.connected && stack !== stackOfChild) child.disconnect();
      if (!child?.connected) child = startLane(options, options.environments?.[stack] ?? {}, report);
      stackOfChild = stack;
      await runUnit(child, unit, options, report);
    }
    if (child?.connected) child.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(options.lanes, units.length) }, lane));
  const failed = report.failing();
  for (const file of failed.length <= (options.again ?? 0) ? failed : []) {
    const alone = units.flatMap((unit) =>
      unit.files.filter(isOf(file)).map((path) => ({ ...unit, files: [path] })),
    );
    if (alone.length === 0) continue;
    report.again(file);
    queue.push(...alone);
    await lane();
  }
  return report.summary();
}

/** Matches the path of a compiled test with the `file` of a report. */
const isOf = (file: string) => (path: string) => path.endsWith(join('/', file.replace(/ts$/, 'js')));

function startLane({ folder }: Options, env: NodeJS.ProcessEnv, report: Report): ChildProcess {
  const child = fork(LANE, {
    cwd: ROOT,
    env: { ...process.env, ...env, TMPDIR: folder },
    execArgv: ['--enable-source-maps'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Processes that tests start are in the group of the lane. The whole group is killed when the run is aborted.
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => report.printed(child, text));
  }
  return child;
}

/** Runs a unit; resolves when the unit or its process ends. */
function runUnit(
  child: ChildProcess,
  { files }: Unit,
  { named, signal }: Options,
  report: Report,
): Promise<void> {
  return new Promise((resolve) => {
    let doing = { file: '', title: '' };
    let watchdog: NodeJS.Timeout | undefined;
    let why = '';
    const kill = (reason: string) => {
      why = reason;
      if (child.pid) process.kill(-child.pid, 'SIGKILL');
    };
    const abort = () => kill('the run was aborted');
    const heard = (message: LaneMessage) => {
      clearTimeout(watchdog);
      if (message.tells === 'over') return done();
      if (message.tells === 'ended') return report.ended(child, message);
      doing = message;
      const limitMs = message.limitMs > 0 ? message.limitMs + GRACE_MS : LONGEST_MS;
      const words = `did not end in ${limitMs / 1000} s, and blocked its process, so that mocha could not end it`;
      watchdog = setTimeout(kill, limitMs, words);
    };
    const exited = (code: number | null, by: string | null) => {
      const error = why || `its process ended with ${by ?? code}`;
      report.ended(child, { tells: 'ended', ...doing, kind: 'test', ms: 0, state: 'failed', error });
      done();
    };
    const done = () => {
      clearTimeout(watchdog);
      child.off('message', heard).off('exit', exited);
      signal?.removeEventListener('abort', abort);
      report.over(child);
      resolve();
    };
    child.on('message', heard).once('exit', exited);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) return abort();
    child.send({ files, named });
  });
}
