/** Processes of this machine, known by pid. */
import { readdir, readFile } from 'node:fs/promises';
import { runCommand } from './plain/run-command.mjs';

/** Whether there is a process with this id, whoever it belongs to. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** One that has ended by itself meanwhile needs no signal. */
export function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Words of a process as one line, to know it again by; undefined when it is gone. */
export async function commandLine(pid: number | undefined): Promise<string | undefined> {
  if (pid === undefined || !Number.isInteger(pid)) return undefined;
  const read = process.platform === 'linux' ? fromProc : fromPs;
  const line = await read(pid).catch(() => '');
  return line.trim() || undefined;
}

const fromProc = async (pid: number) =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');

const fromPs = (pid: number) => runCommand('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);

/** Sends a signal to a process and to those that it has started, and they; what is gone by then is passed over. */
export async function signalFamily(pid: number, signal: NodeJS.Signals): Promise<void> {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
  for (const child of await childrenOf(pid)) await signalFamily(child, signal);
}

/** Empty where the system does not tell. */
async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
