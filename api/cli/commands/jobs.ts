/** `grid jobs`, `grid job`, and what can be done with one: stop, cancel, repair, diff, open. */
import { type Command, Option } from 'commander';
import { data } from '../../client/client.ts';
import { type Job, type JobType, submitRepair } from '../../client/runs.ts';
import { type Context, perform } from '../connection/perform.ts';
import { EXIT } from '../terminal/exit.ts';
import { localTime, money } from '../terminal/numbers.ts';
import { openPage } from '../terminal/open-page.ts';
import { plain } from '../terminal/plain.ts';
import { jobLine } from '../terminal/progress-line.ts';
import { examples } from './examples.ts';
import { wholeNumber, withoutAbsent } from './option-values.ts';
import { notePage } from './page-note.ts';
import { afterSubmission, JOB_TYPES, watchJob } from './solve.ts';

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

interface JobsOptions {
  readonly status?: Job['status'];
  readonly type?: JobType;
  readonly scenario?: string;
  readonly tag?: string;
  readonly limit: number;
  readonly offset: number;
}

export function addJobCommands(program: Command): void {
  program
    .command('jobs')
    .description('Jobs, newest first')
    .addOption(new Option('-s, --status <status>').choices(STATUSES))
    .addOption(new Option('-t, --type <type>').choices(JOB_TYPES))
    .option('--scenario <id>', 'of this scenario')
    .option('--tag <tag>', 'with this tag')
    .option('-L, --limit <n>', 'most rows, up to 100', wholeNumber, 20)
    .option('--offset <n>', 'rows to pass over', wholeNumber, 0)
    .addHelpText('after', examples('grid jobs --status running', "grid jobs --json | jq -r '.jobs[].job_id'"))
    .action((options: JobsOptions, command: Command) =>
      perform(command, (context) => listJobs(context, options)),
    );
  ofJob(program, 'job', 'Status of a job', ['grid job ID', 'grid job ID --watch'])
    .option('-w, --watch', 'follow it until its end')
    .action((id: string, { watch }: { watch?: boolean }, command: Command) =>
      perform(command, (context) => (watch ? watchJob(context, id) : showJob(context, id))),
    );
  ofJob(program, 'stop', 'End the search and take the best schedule found so far', ['grid stop ID']).action(
    (id: string, _: object, command: Command) => perform(command, (context) => stopJob(context, id)),
  );
  ofJob(program, 'cancel', 'Cancel a job', ['grid cancel ID']).action(
    (id: string, _: object, command: Command) => perform(command, (context) => cancelJob(context, id)),
  );
  ofJob(program, 'repair', 'Solve an infeasible case with its smallest repair, as a new job', [
    'grid repair ID --watch',
  ])
    .option('-w, --watch', 'follow the new job until its end')
    .action((id: string, options: { watch?: boolean }, command: Command) =>
      perform(command, async (context) =>
        afterSubmission(context, await submitRepair(context.client, id), options),
      ),
    );
  ofJob(program, 'open', 'Open the page of a job in a browser', ['grid open ID']).action(
    (id: string, _: object, command: Command) => perform(command, (context) => openJob(context, id)),
  );
}

const ofJob = (program: Command, name: string, description: string, lines: readonly string[]): Command =>
  program
    .command(name)
    .argument('<id>', 'of the job')
    .description(description)
    .addHelpText('after', examples(...lines));

async function listJobs({ client, screen }: Context, options: JobsOptions) {
  const { status, type: job_type, scenario: scenario_id, tag, limit, offset } = options;
  const query = { status, job_type, scenario_id, tag, limit, offset };
  const page = await data(
    client.GET('/api/modules/analyst/solve', { params: { query: withoutAbsent(query) } }),
  );
  screen.json(page);
  screen.table(
    ['JOB', 'TYPE', 'STATUS', 'RESULT', 'OBJECTIVE', 'SUBMITTED', 'NAME'],
    page.jobs.map((job) => [
      job.job_id,
      job.job_type,
      job.status,
      resultWords(job),
      money(job.objective_value),
      localTime(job.submitted_at),
      job.name ?? job.scenario_id,
    ]),
  );
  notePage(screen, { offset, shown: page.jobs.length, total: page.total });
  return EXIT.solved;
}

/** `OPTIMAL`, or what a list must not hide: `OPTIMAL, penalties $10`. */
const resultWords = ({ termination_status, penalty_usd }: Job): string | null =>
  (penalty_usd ?? 0) >= 0.01 ? `${termination_status}, penalties ${money(penalty_usd)}` : termination_status;

const readJob = ({ client }: Context, job_id: string): Promise<Job> =>
  data(client.GET('/api/modules/analyst/solve/{job_id}/status', { params: { path: { job_id } } }));

async function showJob(context: Context, job_id: string) {
  const job = await readJob(context, job_id);
  const { screen } = context;
  screen.json(job);
  screen.say(jobLine(job));
  const facts = [
    ['status', job.termination_status ? `${job.status}, ${resultWords(job)}` : job.status],
    ['objective', money(job.objective_value)],
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
  screen.json(await data(client.POST('/api/modules/analyst/solve/{job_id}/stop', { params })));
  screen.say(`Job ${job_id} ends with the best schedule found so far`);
  return EXIT.solved;
}

async function cancelJob({ client, screen }: Context, job_id: string) {
  const params = { path: { job_id } };
  screen.json(await data(client.DELETE('/api/modules/analyst/solve/{job_id}', { params })));
  screen.say(`Job ${job_id} is being cancelled`);
  return EXIT.solved;
}

/** Only of a job that is there. */
async function openJob(context: Context, id: string) {
  const { job_id } = await readJob(context, id);
  const page = `${context.url}/#/jobs/${job_id}`;
  context.screen.json({ job_id, page });
  context.screen.say(page);
  openPage(page);
  return EXIT.solved;
}
