/** Tools that wait for jobs and experiments, list them and cancel them. */
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
    'Waits until a job or an experiment ends, and sends progress notifications. If it still runs after timeout, is_over is false and the progress is returned (gap, incumbent, bound): call again. With timeout 0 it returns the status at once. Works with any id, also from an earlier conversation. Then explain, get_result or ask_why; if termination_status is INFEASIBLE, explain about infeasibility. For an experiment, outcome, scenarios_unsolved and outcome_causes show whether scenarios have schedules; status does not.',
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
      if (isOver(run) || waitedS >= timeout) return 'job_id' in run ? jobStatus(run) : experimentStatus(run);
      await onProgress(waitedS, phraseOf(run));
    }
    throw new Error('a run was followed to no status');
  },
});

function phraseOf(run: Job | Experiment): string {
  const { phase = run.status, mip_gap: gap } = ('progress_detail' in run && run.progress_detail) || {};
  const gapText = typeof gap === 'number' ? `, gap ${(100 * gap).toFixed(2)} %` : '';
  return `${phase}, ${run.progress ?? 0} %${gapText}`;
}

const experimentStatus = (run: Experiment): Status => ({ ...run, is_over: isOver(run), citations: [] });

/** Status of a job without its convergence, which has too many points for a conversation. */
function jobStatus({ progress_detail: detail, ...job }: Job): Status {
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
    'Your solves, newest first, with status, scenario and objective, including those of earlier conversations. With kind: your experiments, runs of the model builder, schedules or networks instead, each with its id.',
  input: z.strictObject({
    kind: z.enum(KINDS).default('solve'),
    status: state.optional().describe('Only for solves'),
    scenario_id: id('Only solves of this case').optional(),
    q: id('Only for solves: part of a name or scenario, or the beginning of an id').optional(),
    limit: z.int().min(1).max(100).default(50),
    offset: page.offset,
  }),
  output: z.looseObject({ jobs: z.array(z.looseObject({})), total: z.number() }),
  hints: READS,
  narrow: 'Give a smaller limit, or continue with offset',
  async run({ kind, ...filter }, work) {
    if (kind === 'solve') return solves(filter, work);
    const { limit, offset, ...others } = filter;
    const [foreign] = Object.keys(others).filter((name) => Reflect.get(others, name) !== undefined);
    if (foreign !== undefined) throw new Refusal(`${foreign} is only for solves, not for kind ${kind}`);
    return listRuns(kind, { limit, offset }, work);
  },
});

async function solves(filter: object, { client, signal }: Work) {
  // The cast is needed because the types of the document do not allow undefined values; they are left out of the
  // address.
  const query = filter as { readonly limit: number };
  const { jobs, total } = await data(client.GET('/api/modules/analyst/solve', { params: { query }, signal }));
  return { jobs: jobs.map(({ progress_detail: _, ...job }) => job), total };
}

async function listRuns(
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
    'Cancels a waiting or running job or experiment. Its search is lost; with keep_best a running solve ends with the best schedule found so far instead.',
  input: z.strictObject({ ...runRef, keep_best: z.boolean().default(false).describe('Only for a job') }),
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
    if (keep_best) throw new Refusal('keep_best is only for a job: an experiment keeps its solved scenarios');
    const params = { path: { experiment_id: experiment_id ?? '' } };
    return data(client.DELETE('/api/experiments/{experiment_id}', { params, signal }));
  },
});
