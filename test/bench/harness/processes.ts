/** CPU and memory of the processes of a stack, including their children. Linux only. */
import { readdir, readFile } from 'node:fs/promises';
import type { StackFile } from '../../../workers/local/stack/stack-file.ts';

/** Processes by name, as a stack has them. */
export interface Processes {
  readonly processes: Readonly<Record<string, { readonly pid: number }>>;
}

/** USER_HZ of Linux. */
const TICKS_PER_S = 100;

/** CPU by role, ms; the processes of a role in a cluster are added up. */
type CpuTimes = Readonly<Record<string, number>>;

interface Ticks {
  readonly parent: number;
  /** CPU time of the process and of its children that have ended. */
  readonly ticks: number;
}

async function allProcesses(): Promise<Map<number, Ticks>> {
  const ticksByPid = new Map<number, Ticks>();
  for (const pid of (await readdir('/proc')).map(Number).filter(Number.isInteger)) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The process name in brackets may contain anything; the state is the first field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    if (stat) ticksByPid.set(pid, { parent: Number(fields[1]), ticks });
  }
  return ticksByPid;
}

/** Role of a process: that of `solver-2` in a cluster is `solver`. */
const roleOf = (name: string): string => name.replace(/-\d+$/, '');

/** CPU time by role since the processes started, ms. */
export async function cpuTimes({ processes }: Processes): Promise<CpuTimes> {
  const all = await allProcesses();
  const ofTree = (root: number): number =>
    [...all].reduce(
      (sum, [pid, { parent }]) => sum + (parent === root ? ofTree(pid) : 0),
      all.get(root)?.ticks ?? 0,
    );
  const times: Record<string, number> = {};
  for (const [name, { pid }] of Object.entries(processes))
    times[roleOf(name)] = (times[roleOf(name)] ?? 0) + (ofTree(pid) / TICKS_PER_S) * 1000;
  return times;
}

/** CPU time per item between two readings, ms. */
export const cpuPer = (items: number, before: CpuTimes, after: CpuTimes): CpuTimes => {
  const each = Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / items]);
  return { ...Object.fromEntries(each), all: each.reduce((sum, [, ms]) => sum + Number(ms), 0) };
};

/** Process ids of the members of a role, in the order of their names. */
export const pidsOf = ({ processes }: StackFile, role: string): readonly number[] =>
  Object.entries(processes).flatMap(([name, { pid }]) => (roleOf(name) === role ? [pid] : []));

/** Resident memory of the first process of a role, MB. */
export async function memoryMb(stack: StackFile, role: string): Promise<number> {
  const status = await readFile(`/proc/${pidsOf(stack, role)[0]}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
