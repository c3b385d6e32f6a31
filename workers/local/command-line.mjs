/** Words of a process as one line; undefined when it is gone, dead but not yet collected, or on a system without /proc. */
import { readFile } from 'node:fs/promises';

export async function commandLine(pid) {
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return words.split('\0').filter(Boolean).join(' ') || undefined;
}
