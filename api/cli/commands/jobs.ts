/** `grid job`, and what can be done with one: logs, stop, cancel, repair, name, delete, open. */
import type { Command } from 'commander';
import { data } from '../../client/client.ts';
import { submitRepair } from '../../client/runs.ts';
import { readJob } from '../connection/collections.ts';
import { idOf } from '../connection/ids.ts';
import { type Context, performOn } from '../connection/perform.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { localTime, money } from '../terminal/numbers.ts';
import { openPage } from '../terminal/open-page.ts';
import { plain } from '../terminal/plain.ts';
import { jobLine } from '../terminal/progress-line.ts';
import { examples } from './examples.ts';
import { addKeeping } from './keep.ts';
import { showLogs } from './logs.ts';
import { afterSubmission, watchJob } from './solve.ts';

interface JobOptions {
  readonly watch?: boolean;
  readonly follow?: boolean;
}

export function addJobCommands(program: Command): void {
  ofJob(program, 'job', 'Status of a job', (context, id, { watch }) =>
    (watch ? watchJob : showJob)(context, id),
  ).option('-w, --watch', 'follow it until its end');
  ofJob(program, 'logs', 'What a job has done, and when', (context, id, { follow }) =>
    showLogs(context, id, follow),
  ).option('-f, --follow', 'go on until its end');
  ofJob(program, 'stop', 'End the search and take the best schedule found so far', stopJob);
  ofJob(program, 'cancel', 'Cancel a job', cancelJob);
  ofJob(
    program,
    'repair',
    'Solve an infeasible case with its smallest repair, as a new job',
    repairJob,
  ).option('-w, --watch', 'follow the new job until its end');
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
  ofJob(program, 'open', 'Open the page of a job in a browser', openJob);
}

const ofJob = (
  program: Command,
  name: string,
  description: string,
  act: (context: Context, id: string, options: JobOptions) => Promise<Exit>,
): Command =>
  program
    .command(name)
    .argument('<id>', 'of the job, or its first characters')
    .description(description)
    .addHelpText('after', examples(`grid ${name} 58120f05`))
    .action((text: string, options: JobOptions, command: Command) =>
      performOn(command, 'job', text, (context, id) => act(context, id, options)),
    );

async function showJob(context: Context, job_id: string) {
  const job = await readJob(context.client, job_id);
  const { screen } = context;
  screen.answer(job);
  screen.say(jobLine(job));
  const facts = [
    ['status', [job.status, job.termination_status].filter(Boolean).join(', ')],
    ['objective', money(job.objective_value)],
    ['penalties', money(job.penalty_usd)],
    ['scenario', job.scenario_id],
    ['name', job.name ?? '-'],
    ['solver', job.solver],
    ['submitted', localTime(job.submitted_at)],
    ['finished', localTime(job.finished_at)],
  ];
  for (const [name = '', value = ''] of facts) screen.say(`${name.padEnd(10)} ${plain(value)}`);
  if (job.error) screen.say(`error      ${plain(job.error.message)}`);
  return EXIT.solved;
}

async function stopJob({ client, screen }: Context, job_id: string) {
  const params = { path: { job_id } };
  screen.answer(await data(client.POST('/api/modules/analyst/solve/{job_id}/stop', { params })));
  screen.say(`Job ${job_id} ends with the best schedule found so far`);
  return EXIT.solved;
}

async function cancelJob({ client, screen }: Context, job_id: string) {
  const params = { path: { job_id } };
  screen.answer(await data(client.DELETE('/api/modules/analyst/solve/{job_id}', { params })));
  screen.say(`Job ${job_id} is being cancelled`);
  return EXIT.solved;
}

const repairJob = async (context: Context, id: string, options: JobOptions) =>
  afterSubmission(context, await submitRepair(context.client, id), options);

/** Only of a job that is there. */
async function openJob(context: Context, id: string) {
  const { job_id } = await readJob(context.client, id);
  const page = `${context.url}/#/jobs/${job_id}`;
  context.screen.answer({ job_id, page });
  context.screen.say(page);
  openPage(page);
  return EXIT.solved;
}
