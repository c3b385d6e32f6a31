/** What the solver process wrote about the solves it began and those whose result it saved. */
import { readLog } from './read-log.ts';

export interface SolverRuns {
  readonly begun: number;
  /** Results saved, by job. */
  readonly saved: ReadonlyMap<string, number>;
  /** Time between the beginning of a run that was broken off and that of the next for its job, ms. */
  readonly lostMs: readonly number[];
}

/** Runs of those jobs only. */
export async function solverRuns(logFile: string, jobIds: ReadonlySet<string>): Promise<SolverRuns> {
  const saved = new Map<string, number>();
  const began = new Map<string, number>();
  const lostMs: number[] = [];
  let begun = 0;
  for (const { msg, jobId = '', time } of await readLog(logFile)) {
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
  return { begun, saved, lostMs };
}
