/**
 * Streams the answer to a what-if while its interval narrows, and cancels the solve when no client follows it any
 * longer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import { serverEvent } from '../http/follows.ts';
import type { Caller } from '../http/request.ts';
import { tellWorkflow } from '../runs/cancel.ts';
import { ownedRun, runStatus } from '../runs/status.ts';
import type { SolveDeps } from './deps.ts';
import { jobRuns } from './runs.ts';
import { intervalView, ownedWhatIf } from './what-if.ts';
import { type Ends, endsOf, narrowed } from './what-if-ends.ts';

/**
 * Interval between reads of the status, ms. A comment is sent at least every `REPEAT_MS` to keep the connection open.
 */
const LOOK_MS = 250;
const REPEAT_MS = 10_000;

/**
 * Sends `interval`, then `narrowed` whenever bound or incumbent of the exact solve changes, then `result`, then `done`
 * with the status. Each interval lies within the previous one. When the client leaves, the solve is cancelled unless it
 * is kept or soon followed again.
 */
export async function followWhatIf(deps: SolveDeps, jobId: string, id: string, { user }: Caller) {
  const kind = jobRuns(deps);
  const { whatIf } = await ownedWhatIf(deps, jobId, id, user);
  const read = async () => runStatus(deps, kind, await ownedRun(kind, kind.read, id, user));
  return async function* events(signal: AbortSignal): AsyncGenerator<string> {
    const parent = whatIf.parent_objective_usd;
    let ends: Ends = whatIf.first;
    let sentAt = Date.now();
    let number = 1;
    followers.set(id, (followers.get(id) ?? 0) + 1);
    try {
      yield serverEvent(number++, 'interval', intervalView(ends, parent));
      while (!signal.aborted) {
        const status = await read();
        const next = narrowed(ends, endsOf(status));
        if (isTerminal(status.status)) {
          const { termination_status, objective_value } = status;
          const result = { termination_status, objective_value, job_id: id };
          yield serverEvent(number++, 'result', { ...intervalView(next, parent), ...result });
          yield serverEvent(number++, 'done', status);
          return;
        }
        if (next.lower_usd !== ends.lower_usd || next.upper_usd !== ends.upper_usd) {
          yield serverEvent(number++, 'narrowed', intervalView(next, parent));
          sentAt = Date.now();
        } else if (Date.now() - sentAt >= REPEAT_MS) {
          yield ':\n\n';
          sentAt = Date.now();
        }
        ends = next;
        await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      leave(deps, id);
    }
  };
}

/** Id of a what-if -> number of its streams in this process. */
const followers = new Map<string, number>();
/** Time after a broken stream in which the client may open it again, ms. */
const AGAIN_MS = 5000;

function leave(deps: SolveDeps, id: string): void {
  const remaining = (followers.get(id) ?? 1) - 1;
  if (remaining > 0) followers.set(id, remaining);
  else followers.delete(id);
  if (remaining <= 0) setTimeout(() => void cancelUnlessFollowed(deps, id), AGAIN_MS).unref();
}

/**
 * Cancels the solve of a what-if unless a client follows it. If Temporal cannot be reached, the solve ends at its time
 * limit.
 */
async function cancelUnlessFollowed(deps: SolveDeps, id: string): Promise<void> {
  try {
    const job = followers.has(id) ? null : await deps.jobs.find(id);
    if (!job?.what_if || job.what_if.kept || isTerminal(job.status)) return;
    await tellWorkflow(jobRuns(deps), job, jobRuns(deps).cancel);
  } catch (error) {
    deps.log.warn({ err: error, job_id: id }, 'what-if left to its time limit');
  }
}
