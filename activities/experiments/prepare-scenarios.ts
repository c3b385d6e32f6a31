/**
 * Makes the next scenarios of an experiment ready to be solved: payload and job of each are stored. Repeatable:
 * ids are fixed, and what has ended meanwhile is left out.
 */
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import { type JobRecord, newJob, toSolveInput } from '../../mongo/jobs.ts';
import type { ScenarioRunRecord } from '../../mongo/scenario-runs.ts';
import type { PreparedPage, PrepareScenariosInput } from '../../temporal/case/messages/experiment-run.ts';
import { isTerminal } from '../../temporal/case/messages/job.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { SolveInput } from '../../temporal/case/messages/solve-run.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { invalidModel } from '../solve/failures.ts';
import { finishJob, scenarioOutcome } from '../solve/finish-job.ts';
import { scenarioPayload } from './scenario-payload.ts';

type PrepareDeps = Pick<RecordActivityDeps, 'jobs' | 'experiments' | 'scenarioRuns' | 'documents' | 'now'>;

/** Throws a failure that is final when the experiment or its base cannot be read. */
export async function prepareScenarios(
  deps: PrepareDeps,
  { experimentId, after, limit }: PrepareScenariosInput,
): Promise<PreparedPage> {
  const experiment = await deps.experiments.find(experimentId);
  if (!experiment) throw invalidModel('The experiment is no longer stored');
  const runs = await deps.scenarioRuns.unfinished(experimentId, after, limit);
  const base = await deps.documents.get('payload', experimentId);
  if (!base) throw invalidModel('The base scenario of this experiment is no longer stored');
  const page = { scenarios: [] as PreparedPage['scenarios'][number][], refused: 0 };
  for (const run of runs) {
    const rows = await deps.scenarioRuns.countAlike(experimentId, run.index);
    const { payload, problem } = await scenarioPayload(base, experiment.changes, run.values);
    if (problem !== null) {
      await refuseScenario(deps, run, problem);
      page.refused += rows;
      continue;
    }
    const job = await acceptPart(deps, experiment, run, payload);
    page.scenarios.push({ index: run.index, input: toSolveInput(job), rows });
  }
  return { ...page, last: runs.at(-1)?.index ?? null };
}

async function acceptPart(
  { jobs, documents, now }: PrepareDeps,
  experiment: ExperimentRecord,
  run: ScenarioRunRecord,
  payload: SolvePayload,
): Promise<JobRecord> {
  const asked = {
    id: run.job_id,
    userId: experiment.user_id,
    parent: { type: 'experiment', id: experiment._id, index: run.index },
    job_type: experiment.job_type,
    solver: payload.solver ?? 'highs',
    scenario_id: run.scenario_id,
    name: experiment.name,
    time_limit_s: experiment.timeout_per_scenario,
    mip_gap: payload.options?.mip_gap ?? experiment.mip_gap,
  } as const;
  const job = newJob(asked, now());
  await documents.put('payload', job._id, payload);
  await jobs.accept(job);
  return job;
}

/** A scenario whose values make no valid case: a row with its error, and no solve. */
const refuseScenario = (
  { scenarioRuns, now }: Pick<RecordActivityDeps, 'scenarioRuns' | 'now'>,
  { experiment_id, index }: ScenarioRunRecord,
  problem: string,
): Promise<void> => {
  const error = { code: 'INVALID_MODEL' as const, message: problem, retryable: false };
  return scenarioRuns.finish(experiment_id, index, scenarioOutcome({ status: 'failed', error }, now()));
};

/**
 * Makes sure that a scenario whose solve did not complete has ended on record, however the solve was lost.
 * Throws, to be called again, while the workflow of the solve is still open.
 */
export async function closeScenario(deps: RecordActivityDeps, { jobId, userId }: SolveInput): Promise<void> {
  const state = await deps.workflows.state(jobId);
  if (state && !isTerminal(state.status)) throw new Error('The solve has not ended yet');
  const end = { status: 'failed', error: ENDED_FROM_OUTSIDE } as const;
  // The first end wins: this one counts only where the solve could write none.
  await finishJob(deps, { jobId, userId, end, percent: state?.percent ?? 0 });
}
