/**
 * Body of the thread that holds a child process, so that the thread that waits for it can block. Asked to end it, it
 * interrupts the child, which lets a solver write what it has, then terminates and at last kills it.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { constants } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { ASKED, type ChildInput, ENDED, EXIT, NOT_STARTED, STATE } from './child-holder.ts';
import { solverEnvironment } from './environment.ts';

/** Between two looks at what is asked, ms. */
const LOOK_MS = 10;
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
  }, LOOK_MS);
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

parentPort?.on('message', start);
