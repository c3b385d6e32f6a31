/** What the solver process wrote about the solves it began and those whose result it saved. */
import { readFile } from 'node:fs/promises';

interface Entry {
  readonly time: number;
  readonly msg: string;
  readonly jobId?: string;
}

export interface SolverRuns {
  readonly begun: number;
  /** Jobs of which it says nothing: their lines were lost with it. */
  readonly unlogged: ReadonlySet<string>;
  /** Results saved, by job. */
  readonly saved: ReadonlyMap<string, number>;
  /** Time between the beginning of a run that was broken off and that of the next for its job, ms. */
  readonly lostMs: readonly number[];
}

/** Runs of those jobs only. A line that a kill cut off is no entry. */
export async function solverRuns(logFile: string, jobIds: ReadonlySet<string>): Promise<SolverRuns> {
  const entries = (await readFile(logFile, 'utf8')).split('\n').flatMap(toEntry);
  const saved = new Map<string, number>();
  const began = new Map<string, number>();
  const lostMs: number[] = [];
  let begun = 0;
  for (const { msg, jobId = '', time } of entries) {
    if (!jobIds.has(jobId)) continue;
    if (msg === 'solved') saved.set(jobId, (saved.get(jobId) ?? 0) + 1);
    // Saved by a process that was killed before it could say so, or even that it had begun.
    if (msg === 'result taken over' && !saved.has(jobId)) saved.set(jobId, 1);
    if (msg !== 'solving' && !(msg === 'result taken over' && !began.has(jobId))) continue;
    const before = began.get(jobId);
    if (before !== undefined) lostMs.push(time - before);
    began.set(jobId, time);
    begun += 1;
  }
  const unlogged = new Set([...jobIds].filter((jobId) => !began.has(jobId)));
  return { begun, unlogged, saved, lostMs };
}

function toEntry(line: string): Entry[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
