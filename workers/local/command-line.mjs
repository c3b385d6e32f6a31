/** Words of a process as one line, to know it again by; undefined when it is gone. */
import { readFile } from 'node:fs/promises';
import { runCommand } from './run-command.mjs';

export async function commandLine(pid) {
  if (!Number.isInteger(pid)) return undefined;
  const read = process.platform === 'linux' ? fromProc : fromPs;
  const line = await read(pid).catch(() => '');
  return line.trim() || undefined;
}

const fromProc = async (pid) => (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');

const fromPs = (pid) => runCommand('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
