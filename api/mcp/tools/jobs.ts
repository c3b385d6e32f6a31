/** Tools that submit a case, follow what was submitted to its end, list it and cancel it. */
import { z } from 'zod';
import { data } from '../../client/client.ts';
import {
  type Experiment,
  followExperiment,
  followJob,
  isOver,
  type Job,
  type SolveBody,
  submitJob,
} from '../../client/runs.ts';
import { type Case, caseOfScenario, JOB_TYPES } from './cases.ts';
import { ADDS, citations, cite, defineTool, id, READS, Refusal, type Work } from './tool.ts';

const STATUSES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const;

/** What a submission may say beside its case. */
export const solveOptions = {
  type: z
    .enum(JOB_TYPES)
    .optional()
    .describe('uc: unit commitment; scuc: with network and N-1; ed: dispatch. Default: that of the case'),
  timeout_s: z.int().min(1).max(3600).optional().describe('Time limit of the solve, s'),
  mip_gap: z.number().min(0).max(1).optional().describe('Relative gap at which a schedule is good enough'),
  name: z.string().max(200).optional().describe('Shown in lists'),
  idempotency_key: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Your own key: a call that is repeated with it, after a lost connection, is the same job'),
};
type SolveOptions = z.infer<z.ZodObject<typeof solveOptions>>;

export const submitted = z.looseObject({
  job_id: z.string(),
  scenario_id: z.string(),
  next: z.string(),
});

export const submitSolve = defineTool({
  name: 'submit_solve',
  title: 'Submit a solve',
  description:
    'Submits a stored case, or a payload given here, to be solved. Answers at once with a job_id; the solve goes on whatever happens to this connection. Then call wait_for_job.',
  input: z.strictObject({
    scenario_id: id('Case to solve; with a payload, the name that it is stored under'),
    payload: z.looseObject({}).optional().describe('Default: that of the stored case'),
    ...solveOptions,
  }),
  output: submitted,
  hints: ADDS,
  run: async ({ scenario_id, payload, ...options }, work) =>
    submit(
      work,
      payload ? { scenario_id, payload, type: typeOf(payload) } : await caseOfScenario(work, scenario_id),
      options,
    ),
});

const typeOf = ({ transmission_lines: lines }: Readonly<Record<string, unknown>>) =>
  Array.isArray(lines) && lines.length > 0 ? 'scuc' : 'uc';

export async function submit(
  { client, signal }: Work,
  { scenario_id, payload, type: usual }: Case,
  { type = usual, timeout_s, mip_gap, name, idempotency_key }: SolveOptions,
): Promise<z.infer<typeof submitted>> {
  const options = { ...Object(payload['options']), ...(mip_gap !== undefined && { mip_gap }) };
  const body = {
    scenario_id,
    payload: { ...payload, ...(Object.keys(options).length > 0 && { options }) },
    ...(timeout_s !== undefined && { timeout: timeout_s }),
    ...(name !== undefined && { name }),
  };
  // What is in the payload is the server's to judge.
  const job_id = await submitJob(client, type, body as unknown as SolveBody, signal, idempotency_key);
  return { job_id, scenario_id, next: `wait_for_job with job_id ${job_id}` };
}

/** A job or an experiment. */
export const runRef = {
  job_id: id('Of a solve; the beginning of an id is not enough').optional(),
  experiment_id: id('In place of job_id').optional(),
};
type RunRef = z.infer<z.ZodObject<typeof runRef>>;

export function oneOf({ job_id, experiment_id }: RunRef) {
  if (job_id !== undefined && experiment_id === undefined) return { job_id };
  if (experiment_id !== undefined && job_id === undefined) return { experiment_id };
  throw new Refusal('Give either job_id or experiment_id');
}

const status = z.looseObject({
  status: z.enum(STATUSES),
  is_over: z.boolean(),
  next: z.string().describe('What to call now'),
  citations,
});
type Status = z.infer<typeof status>;

export const getStatus = defineTool({
  name: 'get_status',
  title: 'Status of a job or experiment',
  description:
    'Whether a job or an experiment waits, runs or has ended, how far it is (gap, incumbent, bound), and its objective at the end. Answers at once; wait_for_job waits.',
  input: z.strictObject(runRef),
  output: status,
  hints: READS,
  async run(args, work) {
    for await (const each of follow(oneOf(args), work)) return each;
    throw new Refusal('There is no status');
  },
});

const WAIT_S = 50;

export const waitForJob = defineTool({
  name: 'wait_for_job',
  title: 'Wait for a job or experiment',
  description:
    'Waits until a job or an experiment has ended, and sends progress notifications meanwhile. If it is still running after timeout_s, is_over is false: call again. Works with any id, also from an earlier conversation.',
  input: z.strictObject({
    ...runRef,
    timeout_s: z.int().min(1).max(600).default(WAIT_S).describe('Longest wait, s'),
  }),
  output: status,
  hints: READS,
  seconds: ({ timeout_s }) => timeout_s + 30,
  async run({ timeout_s, ...args }, work) {
    const startedAt = Date.now();
    const waitedS = (): number => (Date.now() - startedAt) / 1000;
    let last: Status | undefined;
    for await (last of follow(oneOf(args), work)) {
      if (last.is_over || waitedS() >= timeout_s) return last;
      await work.onProgress(waitedS(), phraseOf(last));
    }
    throw new Refusal('There is no status');
  },
});

const phraseOf = ({ status: at, progress, progress_detail: detail }: Status): string => {
  const { phase, mip_gap: gap } = Object(detail) as Partial<NonNullable<Job['progress_detail']>>;
  const found = typeof gap === 'number' ? `, gap ${(100 * gap).toFixed(2)} %` : '';
  return `${phase ?? at}, ${typeof progress === 'number' ? progress : 0} %${found}`;
};

async function* follow({ job_id, experiment_id }: RunRef, { client, signal }: Work): AsyncGenerator<Status> {
  if (job_id !== undefined) for await (const job of followJob(client, job_id, { signal })) yield toldJob(job);
  if (experiment_id !== undefined)
    for await (const experiment of followExperiment(client, experiment_id, { signal }))
      yield toldExperiment(experiment);
}

function toldJob({ progress_detail: detail, ...job }: Job): Status {
  const { job_id, objective_value, penalty_usd, termination_status } = job;
  const { convergence: _, ...progress_detail } = detail ?? {};
  const hasSchedule = typeof objective_value === 'number';
  const next = !isOver(job)
    ? 'wait_for_job'
    : hasSchedule
      ? 'explain, get_result, ask_why or what_if with this job_id'
      : termination_status === 'INFEASIBLE'
        ? 'explain about infeasibility'
        : 'change_and_solve, or submit_solve with a longer timeout_s';
  return {
    ...job,
    progress_detail: detail && progress_detail,
    is_over: isOver(job),
    next,
    citations: [
      ...cite(job_id, 'costs', 'objective_value', objective_value),
      ...cite(job_id, 'costs', 'penalty_usd', penalty_usd),
    ],
  };
}

const toldExperiment = (experiment: Experiment): Status => ({
  ...experiment,
  is_over: isOver(experiment),
  next: isOver(experiment) ? 'get_result with this experiment_id' : 'wait_for_job',
  citations: [],
});

export const listJobs = defineTool({
  name: 'list_jobs',
  title: 'List jobs',
  description:
    'Your solves, newest first, with status, scenario and objective. Finds again what an earlier conversation submitted.',
  input: z.strictObject({
    status: z.enum(STATUSES).optional(),
    scenario_id: id('Only solves of this case').optional(),
    q: z.string().max(200).optional().describe('Part of a name or scenario, or the beginning of an id'),
    limit: z.int().min(1).max(100).default(20),
    offset: z.int().min(0).default(0),
  }),
  output: z.looseObject({
    jobs: z.array(z.looseObject({ job_id: z.string(), status: z.enum(STATUSES) })),
    total: z.number(),
  }),
  hints: READS,
  async run({ status, scenario_id, q, ...page }, { client, signal }) {
    const query = {
      ...page,
      ...(status && { status }),
      ...(scenario_id && { scenario_id }),
      ...(q && { q }),
    };
    const { jobs, total } = await data(
      client.GET('/api/modules/analyst/solve', { params: { query }, signal }),
    );
    return { jobs: jobs.map(({ progress_detail: _, ...job }) => job), total };
  },
});

export const cancelJob = defineTool({
  name: 'cancel_job',
  title: 'Cancel a job or experiment',
  description:
    'Ends a job or an experiment that waits or runs. Its search is lost; with keep_best a running solve ends with the best schedule found so far instead.',
  input: z.strictObject({ ...runRef, keep_best: z.boolean().default(false).describe('Of a job only') }),
  output: z.looseObject({ status: z.enum(STATUSES) }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  async run({ keep_best, ...args }, { client, signal }) {
    const { job_id, experiment_id } = oneOf(args);
    if (experiment_id !== undefined) {
      if (keep_best) throw new Refusal('keep_best is of a job: an experiment keeps all that is solved');
      const params = { path: { experiment_id } };
      return data(client.DELETE('/api/experiments/{experiment_id}', { params, signal }));
    }
    const init = { params: { path: { job_id: job_id ?? '' } }, signal };
    return keep_best
      ? data(client.POST('/api/modules/analyst/solve/{job_id}/stop', init))
      : data(client.DELETE('/api/modules/analyst/solve/{job_id}', init));
  },
});
