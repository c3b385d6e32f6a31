/** `grid job`, and what can be done with one: stop, cancel, repair, open. */
import type { Command } from 'commander';
import { type Client, data } from '../../client/client.ts';
import { type Job, submitRepair } from '../../client/runs.ts';
import { type Context, performOn } from '../connection/perform.ts';
import { EXIT } from '../terminal/exit.ts';
import { localTime, money } from '../terminal/numbers.ts';
import { openPage } from '../terminal/open-page.ts';
import { plain } from '../terminal/plain.ts';
import { jobLine } from '../terminal/progress-line.ts';
import { examples } from './examples.ts';
import { afterSubmission, watchJob } from './solve.ts';

export function addJobCommands(program: Command): void {
  ofJob(program, 'job', 'Status of a job', ['grid job ID', 'grid job ID --watch'])
    .option('-w, --watch', 'follow it until its end')
    .action((id: string, { watch }: { watch?: boolean }, command: Command) =>
      performOn(command, 'job', id, watch ? watchJob : showJob),
    );
  ofJob(program, 'stop', 'End the search and take the best schedule found so far', ['grid stop ID']).action(
    (id: string, _: object, command: Command) => performOn(command, 'job', id, stopJob),
  );
  ofJob(program, 'cancel', 'Cancel a job', ['grid cancel ID']).action(
    (id: string, _: object, command: Command) => performOn(command, 'job', id, cancelJob),
  );
  ofJob(program, 'repair', 'Solve an infeasible case with its smallest repair, as a new job', [
    'grid repair ID --watch',
  ])
    .option('-w, --watch', 'follow the new job until its end')
    .action((id: string, options: { watch?: boolean }, command: Command) =>
      performOn(command, 'job', id, async (context, whole) =>
        afterSubmission(context, await submitRepair(context.client, whole), options),
      ),
    );
  ofJob(program, 'open', 'Open the page of a job in a browser', ['grid open ID']).action(
    (id: string, _: object, command: Command) => performOn(command, 'job', id, openJob),
  );
}

const ofJob = (program: Command, name: string, description: string, lines: readonly string[]): Command =>
  program
    .command(name)
    .argument('<id>', 'of the job')
    .description(description)
    .addHelpText('after', examples(...lines));

/** `running 40 %`, or how it ended: `OPTIMAL`, `failed`. */
export const statusWords = ({ status, progress, termination_status }: Job): string =>
  termination_status ?? (status === 'running' ? `${status} ${progress} %` : status);

export const readJob = (client: Client, job_id: string): Promise<Job> =>
  data(client.GET('/api/modules/analyst/solve/{job_id}/status', { params: { path: { job_id } } }));

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

/** Only of a job that is there. */
async function openJob(context: Context, id: string) {
  const { job_id } = await readJob(context.client, id);
  const page = `${context.url}/#/jobs/${job_id}`;
  context.screen.answer({ job_id, page });
  context.screen.say(page);
  openPage(page);
  return EXIT.solved;
}
