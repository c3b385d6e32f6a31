/** `grid logs`: what a job has done and when; with `--follow` also what it does until its end. */

import { type Client, data } from '../../client/client.ts';
import { followEvents } from '../../client/events.ts';
import { isOver, type Job, type JobResult } from '../../client/runs.ts';
import { readJob } from '../connection/collections.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { localTime, money } from '../terminal/numbers.ts';
import { plain } from '../terminal/plain.ts';
import { searchWords, statusWords } from '../terminal/progress-line.ts';

type Tell = (at: string | null, event: string) => void;

export async function showLogs({ client, screen }: Context, job_id: string, follow = false): Promise<Exit> {
  const log: { readonly at: string; readonly event: string }[] = [];
  const tell: Tell = (time, event) => {
    const at = time ?? new Date().toISOString();
    log.push({ at, event });
    screen.say(`${localTime(at, 'seconds')}  ${plain(event)}`);
  };
  let job = await readJob(client, job_id);
  tell(job.submitted_at, `submitted as ${job.job_type} for ${job.solver}`);
  const { started_at } = job;
  if (started_at !== null) tell(started_at, 'started');
  for (const { elapsed_s, ...point } of await curveOf(client, job))
    tell(
      new Date(Date.parse(started_at ?? '') + elapsed_s * 1000).toISOString(),
      searchWords(point).join(', '),
    );
  if (follow && !isOver(job)) job = await untilEnd(client, job, tell);
  if (isOver(job)) tell(job.finished_at, endWords(job));
  else tell(null, statusWords(job));
  screen.answer({ job_id, log }, log);
  return EXIT.solved;
}

/** Resolves with the last status; what repeats the event before it is not told again. */
async function untilEnd(client: Client, job: Job, tell: Tell): Promise<Job> {
  let last = '';
  for await (const { type, data: text } of eventsOf(client, job.job_id)) {
    const heard = JSON.parse(text);
    if (type === 'done') return heard;
    const words = [heard.phase ?? heard.status, ...searchWords(heard)].join(', ');
    if (words !== last) tell(null, words);
    last = words;
  }
  return readJob(client, job.job_id);
}

const endWords = ({ status, termination_status, objective_value, error }: Job): string =>
  [status, termination_status, objective_value && `objective ${money(objective_value)}`, error?.message]
    .filter(Boolean)
    .join(', ');

/** How the search went: of an ended job its result knows it. */
async function curveOf(client: Client, { job_id, progress_detail, termination_status }: Job) {
  if (termination_status === null) return progress_detail?.convergence ?? [];
  const params = { path: { job_id }, query: { fields: 'convergence' } };
  const result = await data(client.GET('/api/modules/analyst/solve/{job_id}/results', { params }));
  return (result as Pick<JobResult, 'convergence'>).convergence ?? [];
}

function eventsOf(client: Client, job_id: string) {
  const params = { path: { job_id } };
  return followEvents(async (lastId, signal) => {
    const headers = { 'Last-Event-ID': lastId };
    const init = { params, headers, parseAs: 'stream', signal } as const;
    return (await client.GET('/api/modules/analyst/solve/{job_id}/events', init)).response;
  }, new AbortController().signal);
}
