/** Child processes of this process, for example those of an engine. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Child {
  readonly pid: number;
  /** Memory in use by the process, MB. */
  readonly rssMb: number;
}

/** All children, without the `ps` that lists them. */
export async function ownChildren(): Promise<Child[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'ppid=,pid=,rss=,comm=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([parent, , , command]) => Number(parent) === process.pid && command !== 'ps')
    .map(([, pid, rss]) => ({ pid: Number(pid), rssMb: Number(rss) / 1024 }));
}
