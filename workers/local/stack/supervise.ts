/** Keeps one process running: restarts it when it dies, with back-off, until it is stopped on purpose. */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

const FIRST_MS = 200;
const LONGEST_MS = 10_000;
/** Alive this long, a process is well again, ms. */
const WELL_MS = 30_000;
const STOP_MS = 10_000;

export interface Command {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** File that takes its output. */
  readonly log: string;
  /** User and group to run as; those of this process when absent. */
  readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
  /** How long it may take to stop, ms. */
  readonly stopMs?: number;
  /** SIGTERM when absent. */
  readonly stopSignal?: NodeJS.Signals;
}

interface Watch {
  /** At every start. */
  onStart(pid: number): void;
  say(line: string): void;
}

export interface Supervised {
  pid(): number | undefined;
  stop(): Promise<void>;
  /** A SIGKILL from which it comes back. */
  kill(): void;
}

export function supervise(
  { name, command, args, env, log, owner, stopMs = STOP_MS, stopSignal = 'SIGTERM' }: Command,
  { onStart, say }: Watch,
): Supervised {
  mkdirSync(dirname(log), { recursive: true });
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;
  let wait = FIRST_MS;
  const start = (): ChildProcess => {
    const file = openSync(log, 'a');
    const began = Date.now();
    // A group of its own: Ctrl-C reaches the supervisor only, which stops everything in order.
    const started = spawn(command, args, { env, ...owner, detached: true, stdio: ['ignore', file, file] });
    closeSync(file);
    started.once('error', (error) => say(`${name} cannot be started: ${error.message}`));
    started.once('exit', (code, signal) => {
      if (stopping) return;
      if (Date.now() - began > WELL_MS) wait = FIRST_MS;
      say(`${name} ended (${signal ?? code}); starting it again in ${wait} ms, log: ${log}`);
      timer = setTimeout(() => {
        child = start();
      }, wait);
      wait = Math.min(2 * wait, LONGEST_MS);
    });
    if (started.pid) onStart(started.pid);
    return started;
  };
  let child = start();
  return {
    pid: () => child.pid,
    kill: () => child.kill('SIGKILL'),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill(stopSignal);
      // One that is frozen heeds nothing until it goes on.
      child.kill('SIGCONT');
      const hard = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(hard);
    },
  };
}
