/** Tools that follow what was submitted to its end, list it and cancel it. */
import { z } from 'zod';
import { data } from '../../client/client.ts';
import { type Experiment, followExperiment, followJob, isOver, type Job } from '../../client/runs.ts';
import {
  citations,
  cite,
  defineTool,
  id,
  page,
  READS,
  Refusal,
  requireOne,
  runRef,
  type Work,
} from './tool.ts';

const state = z.enum(['queued', 'running', 'completed', 'failed', 'cancelled']);
const status = z.looseObject({ status: state, is_over: z.boolean(), citations });
type Status = z.infer<typeof status>;

export const waitForJob = defineTool({
  name: 'wait_for_job',
  title: 'Wait for a job or experiment',
  description:
    'Waits until a job or an experiment has ended, and sends progress notifications meanwhile. If it still runs after timeout, is_over is false, with how far it is (gap, incumbent, bound): call again. With timeout 0 it tells the status at once. Works with any id, also from an earlier conversation. Then explain, get_result or ask_why; where termination_status is INFEASIBLE, explain about infeasibility. Whether the scenarios of an experiment have schedules is in outcome, scenarios_unsolved and outcome_causes, not in status.',
  input: z.strictObject({
    ...runRef,
    timeout: z.int().min(0).max(600).default(50).describe('Longest wait, s'),
  }),
  output: status,
  hints: READS,
  seconds: ({ timeout }) => timeout + 30,
  async run({ timeout, job_id, experiment_id }, { client, signal, onProgress }) {
    requireOne({ job_id, experiment_id });
    const startedAt = Date.now();
    const runs: AsyncGenerator<Job | Experiment> =
      job_id !== undefined
        ? followJob(client, job_id, { signal })
        : followExperiment(client, experiment_id ?? '', { signal });
    for await (const run of runs) {
      const waitedS = (Date.now() - startedAt) / 1000;
      if (isOver(run) || waitedS >= timeout) return 'job_id' in run ? toldJob(run) : told(run);
      await onProgress(waitedS, phraseOf(run));
    }
    throw new Error('a run was followed to no status');
  },
});

function phraseOf(run: Job | Experiment): string {
  const { phase = run.status, mip_gap: gap } = ('progress_detail' in run && run.progress_detail) || {};
  const found = typeof gap === 'number' ? `, gap ${(100 * gap).toFixed(2)} %` : '';
  return `${phase}, ${run.progress ?? 0} %${found}`;
}

const told = (run: Experiment): Status => ({ ...run, is_over: isOver(run), citations: [] });

/** The points of a convergence are too many for a conversation. */
function toldJob({ progress_detail: detail, ...job }: Job): Status {
  const { convergence: _, ...progress_detail } = detail ?? {};
  const { job_id, objective_value, penalty_usd } = job;
  return {
    ...job,
    progress_detail: detail && progress_detail,
    is_over: isOver(job),
    citations: cite(job_id, { objective_value, penalty_usd }),
  };
}

const KINDS = ['solve', 'experiment', 'run', 'schedule', 'network'] as const;

export const listJobs = defineTool({
  name: 'list_jobs',
  title: 'List jobs',
  description:
    'Your solves, newest first, with status, scenario and objective: finds again what an earlier conversation submitted. With kind, your experiments, runs of the model builder, schedules or networks in their place, each with its id.',
  input: z.strictObject({
    kind: z.enum(KINDS).default('solve'),
    status: state.optional().describe('Of solves'),
    scenario_id: id('Only solves of this case').optional(),
    q: id('Of solves: part of a name or scenario, or the beginning of an id').optional(),
    limit: z.int().min(1).max(100).default(50),
    offset: page.offset,
  }),
  output: z.looseObject({ jobs: z.array(z.looseObject({})), total: z.number() }),
  hints: READS,
  narrow: 'Give a smaller limit, or go on with offset',
  async run({ kind, ...asked }, work) {
    if (kind === 'solve') return solves(asked, work);
    const { limit, offset, ...others } = asked;
    const [foreign] = Object.keys(others).filter((name) => Reflect.get(others, name) !== undefined);
    if (foreign !== undefined) throw new Refusal(`${foreign} is of solves, and not of kind ${kind}`);
    return listed(kind, { limit, offset }, work);
  },
});

async function solves(asked: object, { client, signal }: Work) {
  // An absent value is left out of an address, which the types of the document do not say.
  const query = asked as { readonly limit: number };
  const { jobs, total } = await data(client.GET('/api/modules/analyst/solve', { params: { query }, signal }));
  return { jobs: jobs.map(({ progress_detail: _, ...job }) => job), total };
}

async function listed(
  kind: Exclude<(typeof KINDS)[number], 'solve'>,
  query: { readonly limit: number; readonly offset: number },
  { client, signal }: Work,
) {
  const init = { params: { query }, signal };
  if (kind === 'experiment') {
    const { experiments, total } = await data(client.GET('/api/experiments', init));
    return { jobs: experiments, total };
  }
  if (kind === 'run') {
    const { executions, total } = await data(client.GET('/api/model-builder/executions', init));
    return { jobs: executions, total };
  }
  if (kind === 'schedule') {
    const { schedules, total } = await data(client.GET('/api/schedules', init));
    return { jobs: schedules, total };
  }
  const { networks, total } = await data(client.GET('/api/networks', init));
  return { jobs: networks, total };
}

export const cancelJob = defineTool({
  name: 'cancel_job',
  title: 'Cancel a job or experiment',
  description:
    'Ends a job or an experiment that waits or runs. Its search is lost; with keep_best a running solve ends with the best schedule found so far instead.',
  input: z.strictObject({ ...runRef, keep_best: z.boolean().default(false).describe('Of a job only') }),
  output: z.looseObject({ status: state }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  async run({ keep_best, job_id, experiment_id }, { client, signal }) {
    requireOne({ job_id, experiment_id });
    if (job_id !== undefined) {
      const init = { params: { path: { job_id } }, signal };
      return keep_best
        ? data(client.POST('/api/modules/analyst/solve/{job_id}/stop', init))
        : data(client.DELETE('/api/modules/analyst/solve/{job_id}', init));
    }
    if (keep_best) throw new Refusal('keep_best is of a job: an experiment keeps all that is solved');
    const params = { path: { experiment_id: experiment_id ?? '' } };
    return data(client.DELETE('/api/experiments/{experiment_id}', { params, signal }));
  },
});
