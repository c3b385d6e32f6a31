/**
 * Runs child processes one after the other from a thread that may block; the thread polls while it waits. A second thread,
 * which runs this file as well, holds the child. On request it interrupts the child, so that a solver can write its results,
 * then terminates and finally kills it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { solverEnvironment } from './environment.ts';

/** Marks the second thread, in its `workerData`. */
const HOLDER = 'holds child processes';

export interface ChildEnd {
  /** True if the child was started and has ended. */
  readonly ended: boolean;
  /** Exit code, or minus the number of the signal that ended the child. */
  readonly exit: number;
  /** True if the child was asked to end. */
  readonly asked: boolean;
}

export interface ChildHolder {
  /** Blocks until the child has ended; `enough` is polled and ends the child once it returns true. */
  run(input: Omit<ChildInput, 'shared'>, enough: () => boolean): ChildEnd;
  close(): void;
}

/** Polling interval of the waiting thread, ms. */
const LOOK_MS = 20;
/** A child that survives the request to end it for this long cannot be killed and is left to the operating system, ms. */
const GIVE_UP_MS = 2000;

export function createChildHolder(): ChildHolder {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: HOLDER,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  // Lets the calling thread end even if this holder was not closed.
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

/** Cells of the Int32Array that the waiting thread shares with the holding thread. */
const STATE = 0;
/** Exit code, or minus the number of the signal that ended the child. */
const EXIT = 1;
/** 1 requests the end of the child. */
const ASKED = 2;
const CELLS = 3;

/** Values of `STATE`. */
const RUNNING = 0;
const ENDED = 1;
const NOT_STARTED = 2;

interface ChildInput {
  readonly command: string;
  readonly args: readonly string[];
  /** Working folder of the child. */
  readonly folder: string;
  /** File that receives output and errors of the child. */
  readonly logFile: string;
  readonly shared: Int32Array;
}

/** Polling interval of the holding thread, ms. */
const POLL_MS = 10;
/** Delays after the request, ms: an abort of the engine allows half a second. */
const ENDING: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 0],
  ['SIGTERM', 200],
  ['SIGKILL', 350],
];

/** Ends the child when its parent thread has ended. */
const SETPRIV = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;

let hasSetpriv: boolean | undefined;

/** An error before the child exists must end the wait as well. */
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
  // The child gets a process group of its own, so that processes of a wrapper script end with it.
  const child = spawn(file, rest, {
    cwd: folder,
    env: solverEnvironment(),
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  let isEnding = false;
  const timers: NodeJS.Timeout[] = [];
  const look = setInterval(() => {
    if (isEnding || Atomics.load(shared, ASKED) === 0) return;
    isEnding = true;
    for (const [signal, afterMs] of ENDING)
      timers.push(setTimeout(() => signalGroup(child, signal), afterMs));
  }, POLL_MS);
  const finish = (state: number, exit: number): void => {
    clearInterval(look);
    timers.forEach(clearTimeout);
    if (isEnding) signalGroup(child, 'SIGKILL');
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
    // No process of the group remains.
  }
}

/**
 * A command that Linux kills when its parent thread ends for any reason, so that no solver outlives a killed process by its
 * time limit. Without `setpriv` of util-linux the solver ends at its own time limit.
 */
function endingWithThread(command: string, args: readonly string[]): [string, ...string[]] {
  const [setpriv, ...options] = SETPRIV;
  hasSetpriv ??= spawnSync(setpriv, [...options, 'true'], { stdio: 'ignore' }).status === 0;
  return hasSetpriv ? [setpriv, ...options, command, ...args] : [command, ...args];
}

if (workerData === HOLDER) parentPort?.on('message', start);
