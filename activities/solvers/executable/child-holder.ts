/**
 * Runs child processes one after the other from a thread that may block: it waits, and looks around meanwhile. A second
 * thread, for which this file is the program as well, holds the child. Asked to end it, that thread interrupts the child,
 * which lets a solver write what it has, then terminates and at last kills it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { solverEnvironment } from './environment.ts';

/** What the second thread is started with. */
const HOLDER = 'holds child processes';

export interface ChildEnd {
  /** It was there, and is not any more. */
  readonly ended: boolean;
  /** Exit code, or minus the number of the signal that ended it. */
  readonly exit: number;
  /** It was told to end. */
  readonly asked: boolean;
}

export interface ChildHolder {
  /** Blocks until the child has ended; `enough` is asked again and again and ends it once it says true. */
  run(input: Omit<ChildInput, 'shared'>, enough: () => boolean): ChildEnd;
  close(): void;
}

/** Between two looks around, ms. */
const LOOK_MS = 20;
/** One that is not gone so long after it was told to end cannot be killed: it is left to the system, ms. */
const GIVE_UP_MS = 2000;

export function createChildHolder(): ChildHolder {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: HOLDER,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  // It must not hold up the end of a thread that forgot about it.
  thread.unref();
  return {
    run(input, enough) {
      const shared = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT));
      thread.postMessage({ ...input, shared });
      wait(shared, enough);
      return {
        ended: Atomics.load(shared, STATE) === ENDED,
        exit: Atomics.load(shared, EXIT),
        asked: Atomics.load(shared, ASKED) === 1,
      };
    },
    close: () => void thread.terminate(),
  };
}

function wait(shared: Int32Array, enough: () => boolean): void {
  let latest = Infinity;
  while (Atomics.wait(shared, STATE, RUNNING, LOOK_MS) === 'timed-out' && performance.now() < latest) {
    if (latest < Infinity || !enough()) continue;
    Atomics.store(shared, ASKED, 1);
    latest = performance.now() + GIVE_UP_MS;
  }
}

/** What the thread that waits and the thread that holds the child share: an Int32Array of these cells. */
const STATE = 0;
/** Exit code, or minus the number of the signal that ended it. */
const EXIT = 1;
/** 1 asks for the end of the child. */
const ASKED = 2;
const CELLS = 3;

/** Values of `STATE`. */
const RUNNING = 0;
const ENDED = 1;
const NOT_STARTED = 2;

interface ChildInput {
  readonly command: string;
  readonly args: readonly string[];
  /** Its working folder. */
  readonly folder: string;
  /** File that takes its output and its errors. */
  readonly logFile: string;
  readonly shared: Int32Array;
}

/** Between two looks at what is asked, ms. */
const POLL_MS = 10;
/** After the request, ms: an abort of the engine leaves half a second. */
const ENDING: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 0],
  ['SIGTERM', 200],
  ['SIGKILL', 350],
];

/** Ends what it starts when the thread that started it is gone. */
const SETPRIV = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;

let hasSetpriv: boolean | undefined;

/** What goes wrong before there is a child must end the wait for it too. */
function start(input: ChildInput): void {
  try {
    hold(input);
  } catch {
    settle(input.shared, NOT_STARTED, 0);
  }
}

function settle(shared: Int32Array, state: number, exit: number): void {
  Atomics.store(shared, EXIT, exit);
  Atomics.store(shared, STATE, state);
  Atomics.notify(shared, STATE);
}

function hold({ command, args, folder, logFile, shared }: ChildInput): void {
  const log = openSync(logFile, 'wx', 0o600);
  const [file, ...rest] = endingWithThread(command, args);
  // In a process group of its own, so that what a wrapper script starts ends with it.
  const child = spawn(file, rest, {
    cwd: folder,
    env: solverEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  let asked = false;
  const timers: NodeJS.Timeout[] = [];
  const look = setInterval(() => {
    if (asked || Atomics.load(shared, ASKED) === 0) return;
    asked = true;
    for (const [signal, afterMs] of ENDING)
      timers.push(setTimeout(() => signalGroup(child, signal), afterMs));
  }, POLL_MS);
  const finish = (state: number, exit: number): void => {
    clearInterval(look);
    timers.forEach(clearTimeout);
    if (asked) signalGroup(child, 'SIGKILL');
    settle(shared, state, exit);
  };
  child.once('error', () => {
    if (child.pid === undefined) finish(NOT_STARTED, 0);
  });
  child.once('exit', (code, signal) => finish(ENDED, code ?? (signal ? -constants.signals[signal] : -1)));
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

/**
 * A command that Linux kills when the thread that started it is gone, however that came: a solver must not go on
 * for an hour for a process that was killed. Without `setpriv` of util-linux it ends at its own time limit.
 */
function endingWithThread(command: string, args: readonly string[]): [string, ...string[]] {
  const [setpriv, ...options] = SETPRIV;
  hasSetpriv ??= spawnSync(setpriv, [...options, 'true'], { stdio: 'ignore' }).status === 0;
  return hasSetpriv ? [setpriv, ...options, command, ...args] : [command, ...args];
}

if (workerData === HOLDER) parentPort?.on('message', start);
