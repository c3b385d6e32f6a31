/** Sends a what-if question and receives its answer: an interval that becomes narrower and narrower. */
import { useEffect, useState } from 'preact/hooks';
import { data, type Reply } from '../../client/client.ts';
import { followEvents } from '../../client/events.ts';
import { Problem } from '../../client/problem.ts';
import { api } from '../parts/session.ts';
import type { Job } from './view.ts';
import type { Ends } from './what-if-words.ts';

export type First = Reply<'postModulesAnalystSolveByJobIdWhatIf'>;
export interface End {
  readonly termination_status: Job['termination_status'];
  readonly objective_value: number | null;
}
export interface Answer {
  readonly first: First;
  /** Bounds of the cost change that are proven so far. */
  readonly now: Ends;
  readonly gap: number | null;
  /** End of the answer; undefined while the exact solve is running. */
  readonly end?: End;
}

/** Time without changes after which the question is sent, ms. */
const REST_MS = 150;

/** Answer to a change of a job's case. `change`: JSON of the change; undefined without a question. */
export function useAnswer(jobId: string, change: string | undefined) {
  const [answer, setAnswer] = useState<Answer>();
  const [problem, setProblem] = useState<Problem>();
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    setProblem(undefined);
    setIsAsking(change !== undefined);
    if (change === undefined) return setAnswer(undefined);
    const end = new AbortController();
    const timer = setTimeout(() => {
      askWhatIf(jobId, change, setAnswer, end.signal)
        .catch((error: unknown) => {
          if (end.signal.aborted) return;
          setAnswer(undefined);
          setProblem(error instanceof Problem ? error : new Problem({ status: 0, message: String(error) }));
        })
        .finally(() => end.signal.aborted || setIsAsking(false));
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [jobId, change]);
  return { answer, problem, isAsking };
}

/**
 * Calls `show` with the first interval and with each narrower interval. Aborting closes the stream, which cancels the
 * solve.
 */
async function askWhatIf(
  job_id: string,
  change: string,
  show: (answer: Answer) => void,
  signal: AbortSignal,
): Promise<void> {
  const body = { changes: [JSON.parse(change)], timeout: 60 };
  const first = await data(
    api.POST('/api/modules/analyst/solve/{job_id}/what-if', { params: { path: { job_id } }, body, signal }),
  );
  show({ first, now: first.change_usd, gap: first.interval.gap });
  const { what_if_id } = first;
  if (what_if_id === null) return;
  const open = async (_: string, stop: AbortSignal): Promise<Response> => {
    const params = { path: { job_id, what_if_id } };
    const reply = api.GET('/api/modules/analyst/solve/{job_id}/what-if/{what_if_id}/events', {
      params,
      parseAs: 'stream',
      signal: stop,
    });
    await data(reply);
    return (await reply).response;
  };
  for await (const { type, data: text } of followEvents(open, signal)) {
    if (type === 'done') return;
    const { change_usd: now, interval, ...end }: First & End = JSON.parse(text);
    show({ first, now, gap: interval.gap, ...(type === 'result' && { end }) });
  }
}
