/** `grid job` and the actions on a job: logs, stop, cancel, repair, rename, delete, open. */
import { type Client, data } from '../../client/client.ts';
import { followEvents } from '../../client/events.ts';
import { isOver, type Job, type JobResult, submitRepair } from '../../client/runs.ts';
import { idOf, readJob } from '../connection/ids.ts';
import type { Context } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { openPage } from '../terminal/open-page.ts';
import { jobWords, searchWords, statusWords } from '../terminal/progress-line.ts';
import { duration, localTime, money, percent, plain } from '../terminal/text.ts';
import type { GridCommand } from './grid-command.ts';
import { addKeeping } from './keep.ts';
import { afterSubmission, watchJob } from './solve.ts';

interface JobOptions {
  readonly watch?: boolean;
  readonly follow?: boolean;
}

export function addJobCommands(program: GridCommand): void {
  program
    .about('job', 'job', 'Status of a job', (context, id, { watch }: JobOptions) =>
      (watch ? watchJob : showJob)(context, id),
    )
    .option('-w, --watch', 'follow until it ends');
  program
    .about('job', 'logs', 'Events of a job with their times', (context, id, { follow }: JobOptions) =>
      showLogs(context, id, follow),
    )
    .option('-f, --follow', 'follow until it ends');
  program.about('job', 'stop', 'End the search and keep the best schedule found so far', stopJob);
  program.about('job', 'cancel', 'Cancel a job', cancelJob);
  program
    .about('job', 'repair', 'Solve an infeasible case with its smallest repair, as a new job', repairJob)
    .option('--new-version', 'also save the repaired case as the newest version of its scenario')
    .option('-w, --watch', 'follow the new job until it ends');
  addKeeping(program, {
    noun: 'job',
    path: 'grid',
    id: ({ client }, text) => idOf(client, 'job', text),
    rename: ({ client }, job_id, name) =>
      data(
        client.PATCH('/api/modules/analyst/solve/{job_id}', { params: { path: { job_id } }, body: { name } }),
      ),
    remove: ({ client }, job_id) =>
      data(client.DELETE('/api/modules/analyst/solve/{job_id}/record', { params: { path: { job_id } } })),
  });
  program.about('job', 'open', 'Open the page of a job in a browser', openJob);
}

async function showJob(context: Context, job_id: string) {
  const job = await readJob(context.client, job_id);
  const { screen } = context;
  screen.answer(job);
  const facts = [
    ['status', isOver(job) ? [job.status, statusWords(job)].join(', ') : jobWords(job)],
    ['objective', money(job.objective_value)],
    ['gap', percent(job.mip_gap)],
    ['penalties', money(job.penalty_usd)],
    ['scenario', job.scenario_id],
    ['name', job.name ?? '-'],
    ['solver', job.solver],
    ['submitted', localTime(job.submitted_at)],
    ['finished', localTime(job.finished_at)],
    ['took', duration(secondsOf(job))],
  ];
  for (const [name = '', value = ''] of facts) screen.say(`${name.padEnd(10)} ${plain(value)}`);
  if (job.error) screen.say(`error      ${plain(job.error.message)}`);
  return EXIT.solved;
}

const secondsOf = ({ started_at: from, finished_at: to }: Job): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1000;

async function stopJob({ client, screen }: Context, job_id: string) {
  const params = { path: { job_id } };
  screen.answer(await data(client.POST('/api/modules/analyst/solve/{job_id}/stop', { params })));
  screen.say(`Job ${job_id} is ending with the best schedule found so far`);
  return EXIT.solved;
}

async function cancelJob({ client, screen }: Context, job_id: string) {
  const params = { path: { job_id } };
  screen.answer(await data(client.DELETE('/api/modules/analyst/solve/{job_id}', { params })));
  screen.say(`Job ${job_id} is being cancelled`);
  return EXIT.solved;
}

const repairJob = async (context: Context, id: string, options: JobOptions & { newVersion?: boolean }) =>
  afterSubmission(context, await submitRepair(context.client, id, options.newVersion), options);

/** Opens the page of a job. Reads the job first, so that no page of a missing job opens. */
async function openJob(context: Context, id: string) {
  const { job_id } = await readJob(context.client, id);
  const page = `${context.url}/#/jobs/${job_id}`;
  context.screen.answer({ job_id, page });
  context.screen.say(page);
  openPage(page);
  return EXIT.solved;
}

type Tell = (at: string | null, event: string) => void;

/** Shows the events of a job with their times; with `follow`, waits for further events until the job ends. */
async function showLogs({ client, screen }: Context, job_id: string, follow = false): Promise<Exit> {
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

/** Reports the events of a job, each once, until the job ends. Resolves with the last status. */
async function untilEnd(client: Client, job: Job, tell: Tell): Promise<Job> {
  let last = '';
  for await (const { type, data: text } of eventsOf(client, job.job_id)) {
    const event = JSON.parse(text);
    if (type === 'done') return event;
    const words = [event.phase ?? event.status, ...searchWords(event)].join(', ');
    if (words !== last) tell(null, words);
    last = words;
  }
  return readJob(client, job.job_id);
}

const endWords = ({ status, termination_status, objective_value, error }: Job): string =>
  [status, termination_status, objective_value && `objective ${money(objective_value)}`, error?.message]
    .filter(Boolean)
    .join(', ');

/** Convergence of the search: from the result of an ended job, else from its progress. */
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
