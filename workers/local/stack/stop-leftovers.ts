/** Ends processes that a stack left behind when its supervisor was killed. */
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine, isAlive, send } from '../processes.ts';
import { readStackFile, removeStackFile } from './stack-file.ts';

const PATIENCE_MS = 10_000;
const POLL_MS = 100;

/** A pid may belong to somebody else by now: only a process with the recorded command line is ended. */
export async function stopLeftovers(dataFolder: string, say: (line: string) => void): Promise<void> {
  const stack = await readStackFile(dataFolder);
  if (!stack) return;
  // Started last, ended first: the servers go when nothing uses them any more.
  for (const [name, { pid, command }] of Object.entries(stack.processes).reverse()) {
    if (!command || (await commandLine(pid)) !== command) continue;
    say(`ending ${name} (${pid}) of an earlier stack`);
    send('SIGTERM', pid);
    const end = Date.now() + PATIENCE_MS;
    while (isAlive(pid) && Date.now() < end) await delay(POLL_MS);
    if (isAlive(pid)) send('SIGKILL', pid);
  }
  await removeStackFile(dataFolder);
}
