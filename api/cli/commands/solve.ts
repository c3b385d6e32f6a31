/** `grid solve`: submits a case from a file or a scenario and, with `--watch`, follows it. */
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { importCase, jobTypeOf } from '../../client/cases.ts';
import { data } from '../../client/client.ts';
import { followJob, type JobType, newId, type SolveBody, submitJob } from '../../client/runs.ts';
import type { Context } from '../connection/perform.ts';
import { readCaseFile } from '../files/read-file.ts';
import { EXIT, type Exit } from '../terminal/exit.ts';
import { jobLine } from '../terminal/progress-line.ts';
import type { GridCommand } from './grid-command.ts';
import { noteReport } from './import.ts';
import { collect, share, wholeNumber, withoutAbsent } from './option-values.ts';
import { showOutcome } from './outcome.ts';
import { watchRun } from './watch.ts';

export const JOB_TYPES: readonly JobType[] = ['uc', 'scuc', 'ed'];
export const SOLVERS = ['highs', 'cbc', 'gurobi', 'cplex'] as const;

interface SolveOptions {
  readonly type?: JobType;
  readonly watch?: boolean;
  readonly name?: string;
  readonly scenario?: string;
  readonly tag?: readonly string[];
  readonly timeout?: number;
  readonly gap?: number;
  readonly solver?: (typeof SOLVERS)[number];
}

export function addSolveCommand(program: GridCommand): void {
  program
    .command('solve')
    .argument('<case>', 'a file (payload, pglib-uc, UnitCommitment.jl, MATPOWER; also gzipped) or a scenario')
    .description('Solve a case')
    .choice('-t, --type <type>', JOB_TYPES, 'default: scuc with transmission lines, else uc')
    .option('-w, --watch', 'follow until it ends; Ctrl-C asks: detach, stop with the best so far, cancel')
    .option('-n, --name <name>', 'shown in lists')
    .option('--scenario <id>', 'id of the scenario made from a file; default: the file name')
    .option('--tag <tag>', 'may be repeated', collect)
    .option('--timeout <seconds>', 'time limit', wholeNumber)
    .option('--gap <share>', 'gap at which the search stops, such as 0.1%', share)
    .choice('--solver <solver>', SOLVERS)
    .examples(
      'grid solve case.json --type scuc --watch',
      'grid solve demo-24h --watch --gap 0.5%',
      'id=$(grid solve case.json --json | jq -r .job_id)',
    )
    .asks(solve);
}

async function solve(context: Context, source: string, options: SolveOptions): Promise<Exit> {
  const { type, body } = await readCase(context, source, options.scenario);
  const job_id = await submitJob(context.client, options.type ?? type, changed(body, options));
  return afterSubmission(context, job_id, options);
}

/** Prints the job id, or follows the job. */
export async function afterSubmission(
  context: Context,
  job_id: string,
  { watch }: { readonly watch?: boolean },
): Promise<Exit> {
  if (watch) return watchJob(context, job_id);
  context.screen.answer({ job_id, page: `${context.url}/#/jobs/${job_id}` });
  context.screen.say(`Submitted job ${job_id}. To watch it: grid job ${job_id} --watch`);
  return EXIT.solved;
}

export function watchJob(context: Context, job_id: string): Promise<Exit> {
  const { client } = context;
  const params = { path: { job_id } };
  return watchRun(
    context,
    {
      title: `job ${job_id}`,
      follow: (options) => followJob(client, job_id, options),
      line: jobLine,
      phase: ({ status, progress_detail }) => progress_detail?.phase ?? status,
      stop: () => data(client.POST('/api/modules/analyst/solve/{job_id}/stop', { params })),
      cancel: () => data(client.DELETE('/api/modules/analyst/solve/{job_id}', { params })),
      again: `grid job ${job_id} --watch`,
    },
    (job) => showOutcome(context, job),
  );
}

interface Case {
  readonly body: SolveBody;
  readonly type: JobType;
}

/** Reads the case from a file if `source` is the path of one, else from a scenario. */
async function readCase(context: Context, source: string, scenario: string | undefined): Promise<Case> {
  const isFile = await access(source).then(
    () => true,
    () => false,
  );
  const looksLikeFile = /[\\/]|\.(?:json|m|gz)$/.test(source);
  return isFile || looksLikeFile ? fromFile(context, source, scenario) : fromScenario(context, source);
}

async function fromFile(context: Context, file: string, scenario?: string): Promise<Case> {
  const { bytes, content } = await readCaseFile(file);
  const { format } = content;
  if (format === 'service') {
    const { payload, rest } = content;
    const scenario_id = scenario ?? rest['scenario_id'] ?? stem(file);
    // The server validates the content.
    return { body: { ...rest, scenario_id, payload } as SolveBody, type: jobTypeOf(payload) };
  }
  const imported = await importCase(context.client, bytes, { format, scenario_id: scenario ?? stem(file) });
  noteReport(context.screen, imported.report);
  return fromScenario(context, imported.scenario_id);
}

const stem = (file: string): string =>
  basename(file)
    .replace(/\.gz$/, '')
    .replace(/\.[^.]+$/, '');

async function fromScenario({ client }: Context, scenario_id: string): Promise<Case> {
  const params = { path: { scenario_id } };
  const { payload, job_type, owner } = await data(client.GET('/api/scenarios/{scenario_id}', { params }));
  const id = owner === null ? newId(scenario_id) : scenario_id;
  return { body: { scenario_id: id, payload } as SolveBody, type: job_type };
}

/** Adds the options of the command to a submission. */
function changed(body: SolveBody, { timeout, name, tag, solver, gap }: SolveOptions): SolveBody {
  const { payload } = body;
  return {
    ...body,
    ...withoutAbsent({ timeout, name, tags: tag && [...tag] }),
    payload: {
      ...payload,
      ...withoutAbsent({ solver }),
      ...(gap !== undefined && { options: { ...payload.options, mip_gap: gap } }),
    },
  };
}
