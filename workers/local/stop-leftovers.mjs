/** Ends processes that a stack left behind when its supervisor was killed. */
import { setTimeout as delay } from 'node:timers/promises';
import { commandLine } from './command-line.mjs';
import { readStackFile, removeStackFile } from './stack-file.mjs';

const PATIENCE_MS = 10_000;
const POLL_MS = 50;

/** A pid may belong to somebody else by now: only a process with the recorded command line is ended. */
export async function stopLeftovers(dataFolder, say, patienceMs = PATIENCE_MS) {
  const stack = await readStackFile(dataFolder);
  if (!stack) return;
  // The servers were started first, and the rest ends well only while they answer.
  for (const [name, { pid, command }] of Object.entries(stack.processes).reverse()) {
    const isLeft = async () => command !== undefined && (await commandLine(pid)) === command;
    if (!(await isLeft())) continue;
    say(`ending ${name} (${pid}) of an earlier stack`);
    signal(pid, 'SIGTERM');
    const end = Date.now() + patienceMs;
    while ((await isLeft()) && Date.now() < end) await delay(POLL_MS);
    if (!(await isLeft())) continue;
    signal(pid, 'SIGKILL');
    while (await isLeft()) await delay(POLL_MS);
  }
  await removeStackFile(dataFolder);
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
