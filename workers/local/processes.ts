/** Processes of this machine by pid. */
import { readdir, readFile } from 'node:fs/promises';
import { runCommand } from './plain/run-command.mjs';

/** True if a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Sends a signal; a process that has ended in the meantime is ignored. */
export function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Command line of a process, by which it is recognized later; undefined if the process is gone. */
export async function commandLine(pid: number | undefined): Promise<string | undefined> {
  if (pid === undefined || !Number.isInteger(pid)) return undefined;
  const read = process.platform === 'linux' ? fromProc : fromPs;
  const line = await read(pid).catch(() => '');
  return line.trim() || undefined;
}

const fromProc = async (pid: number) =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');

const fromPs = (pid: number) => runCommand('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);

/** Sends a signal to a process and all its descendants; processes that are gone are ignored. */
export async function signalFamily(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
  for (const child of await childrenOf(pid)) await signalFamily(child, signal);
}

/** Pids of the children of a process; empty if the system does not provide them. */
async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
