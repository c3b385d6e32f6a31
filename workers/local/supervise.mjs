/** Keeps one process running: restarts it when it dies, with back-off, until it is stopped on purpose. */
import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

const FIRST_MS = 200;
const LONGEST_MS = 10_000;
/** Alive this long, a process is well again, ms. */
const WELL_MS = 30_000;

/**
 * `process`: `{ name, command, args, env, log, stopMs }`, `stopMs` = how long it may take to stop. `onStart(pid)`
 * is called at every start. Returns `{ pid(), stop(), kill() }`; `kill` is a SIGKILL from which it comes back.
 */
export function supervise({ name, command, args, env, log, stopMs = 10_000 }, { onStart, say }) {
  mkdirSync(dirname(log), { recursive: true });
  let child;
  let timer;
  let stopping = false;
  let wait = FIRST_MS;
  const start = () => {
    const file = openSync(log, 'a');
    const began = Date.now();
    // A group of its own: Ctrl-C reaches the supervisor only, which stops everything in order.
    child = spawn(command, args, { env, detached: true, stdio: ['ignore', file, file] });
    closeSync(file);
    child.once('error', (error) => say(`${name} cannot be started: ${error.message}`));
    child.once('exit', (code, signal) => {
      if (stopping) return;
      if (Date.now() - began > WELL_MS) wait = FIRST_MS;
      say(`${name} ended (${signal ?? code}); starting it again in ${wait} ms, log: ${log}`);
      timer = setTimeout(start, wait);
      wait = Math.min(2 * wait, LONGEST_MS);
    });
    if (child.pid) onStart(child.pid);
  };
  start();
  return {
    pid: () => child.pid,
    kill: () => child.kill('SIGKILL'),
    async stop() {
      stopping = true;
      clearTimeout(timer);
      if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      const hard = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await ended;
      clearTimeout(hard);
    },
  };
}
