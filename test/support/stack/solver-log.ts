/** Reads the log of the solver: the solves that it began, and those whose result it saved. */
import { readLog } from './read-log.ts';

export interface SolverRuns {
  readonly begun: number;
  /** Job id -> number of saved results. */
  readonly saved: ReadonlyMap<string, number>;
  /** Time between the start of an interrupted solve and the next start of the same job, ms. */
  readonly lostMs: readonly number[];
}

/** Reads the solves of these jobs. */
export async function solverRuns(logFile: string, jobIds: ReadonlySet<string>): Promise<SolverRuns> {
  const saved = new Map<string, number>();
  const began = new Map<string, number>();
  const lostMs: number[] = [];
  let starts = 0;
  for (const { msg, jobId = '', time } of await readLog(logFile)) {
    if (!jobIds.has(jobId)) continue;
    if (msg === 'solved') saved.set(jobId, (saved.get(jobId) ?? 0) + 1);
    // The process that saved the result was killed before it logged this, or before it logged the start.
    if (msg === 'result taken over' && !saved.has(jobId)) saved.set(jobId, 1);
    if (msg !== 'solving' && !(msg === 'result taken over' && !began.has(jobId))) continue;
    const before = began.get(jobId);
    if (before !== undefined) lostMs.push(time - before);
    began.set(jobId, time);
    starts += 1;
  }
  return { begun: starts, saved, lostMs };
}
