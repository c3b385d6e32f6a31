/**
 * Runs child processes, one after the other, for a thread that blocks and polls while it waits. A second thread, which
 * also runs this file, holds the child. On request, the second thread interrupts the child, so that a solver can write
 * its results, then terminates it, and finally kills it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { solverEnvironment } from './environment.ts';

/** Value in `workerData` that marks the second thread. */
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
/**
 * Time, ms, for which a child may survive the request to end. A child that survives longer cannot be killed, and is
 * left to the operating system.
 */
const GIVE_UP_MS = 2000;

export function createChildHolder(): ChildHolder {
  const thread = new Worker(new URL(import.meta.url), {
    workerData: HOLDER,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  // A holder that was not closed does not keep the calling thread alive.
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

/** Positions in the Int32Array that the waiting thread and the holding thread share. */
const STATE = 0;
/** Position of the exit code, or of minus the number of the signal that ended the child. */
const EXIT = 1;
/** Position of a flag that is 1 if the child is to end. */
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
/**
 * Signals that end the child, with their delays after the request, ms. The engine allows half a second for an abort.
 */
const ENDING: readonly (readonly [NodeJS.Signals, number])[] = [
  ['SIGINT', 0],
  ['SIGTERM', 200],
  ['SIGKILL', 350],
];

/** Command prefix that ends the child when its parent thread has ended. */
const SETPRIV = ['setpriv', '--pdeathsig', 'KILL', '--'] as const;

let hasSetpriv: boolean | undefined;

/** Starts the child. If that fails, the wait has to end as well. */
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
  // The child gets a process group of its own, so that processes started by a wrapper script end with it.
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
    // This error means that no process of the group remains.
  }
}

/**
 * Command that Linux kills when its parent thread ends for any reason. Without it, a solver would outlive a killed
 * process until its time limit; this still happens without `setpriv` of util-linux.
 */
function endingWithThread(command: string, args: readonly string[]): [string, ...string[]] {
  const [setpriv, ...options] = SETPRIV;
  hasSetpriv ??= spawnSync(setpriv, [...options, 'true'], { stdio: 'ignore' }).status === 0;
  return hasSetpriv ? [setpriv, ...options, command, ...args] : [command, ...args];
}

if (workerData === HOLDER) parentPort?.on('message', start);
