/**
 * Stores payload and job, or the execution, of the next scenarios of an experiment. It may be repeated safely: ids are
 * fixed, and scenarios that have ended are skipped.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newExecution, toExecutionInput } from '../../mongo/executions.ts';
import type { ExperimentExecution, ExperimentRecord } from '../../mongo/experiments.ts';
import { type JobRecord, newJob, toSolveInput } from '../../mongo/jobs.ts';
import type { ScenarioRunRecord } from '../../mongo/scenario-runs.ts';
import { wholeOptions } from '../../mongo/shared-options.ts';
import { payloadProblems } from '../../temporal/case/checks/payload-problems.ts';
import type { ExecutionInput } from '../../temporal/case/messages/execution.ts';
import type {
  PreparedPage,
  PrepareScenariosInput,
  ScenarioInput,
} from '../../temporal/case/messages/experiment-run.ts';
import { isTerminal, type JobStatus } from '../../temporal/case/messages/job.ts';
import { applyChanges } from '../../temporal/case/scenario/apply-changes.ts';
import type { Change } from '../../temporal/case/scenario/change.ts';
import { COLLECTION_NAMES, elementProblem, violation } from '../../temporal/case/scenario/collections.ts';
import { optionsSchema, type SolvePayload } from '../../temporal/case/schema.ts';
import { ENDED_FROM_OUTSIDE } from '../../temporal/run-status.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { finishExecution } from '../executions/finish-execution.ts';
import { invalidModel } from '../solve/failures.ts';
import { finishJob, scenarioOutcome } from '../solve/finish-job.ts';

/**
 * Stores the next `limit` unfinished scenarios after scenario `after`, ready to be solved. Throws a failure that is not
 * retried if the experiment or its base scenario is no longer stored.
 */
export async function prepareScenarios(
  deps: RecordActivityDeps,
  { experimentId, after, limit }: PrepareScenariosInput,
): Promise<PreparedPage> {
  const experiment = await deps.experiments.find(experimentId);
  if (!experiment) throw invalidModel('The experiment is no longer stored');
  const runs = await deps.scenarioRuns.unfinished(experimentId, after, limit);
  const page = { scenarios: [] as PreparedPage['scenarios'][number][], refused: 0 };
  const base = experiment.execution ? undefined : await deps.documents.get('payload', experimentId);
  for (const run of runs) {
    const rows = await deps.scenarioRuns.countAlike(experimentId, run.index);
    if (experiment.execution) {
      const input = await acceptRun(deps, experiment, experiment.execution, run);
      page.scenarios.push({ index: run.index, input, rows });
      continue;
    }
    if (!base) throw invalidModel('The base scenario of this experiment is no longer stored');
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
  { jobs, documents, now }: RecordActivityDeps,
  experiment: ExperimentRecord,
  run: ScenarioRunRecord,
  payload: SolvePayload,
): Promise<JobRecord> {
  const request = {
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
  const job = newJob(request, now());
  await documents.put('payload', job._id, payload);
  await jobs.accept(job);
  return job;
}

async function acceptRun(
  { executions, now }: RecordActivityDeps,
  { _id, user_id, base_version }: ExperimentRecord,
  { pcm_model_id, solver, network_id, windows, options: shared }: ExperimentExecution,
  { index, job_id, study }: ScenarioRunRecord,
): Promise<ExecutionInput> {
  if (!study) throw invalidModel('The options of this run are not on record');
  const { start } = study;
  const options = wholeOptions(study.options, shared);
  const request = {
    pcm_model_id,
    solver,
    network_id,
    network_version: base_version,
    windows,
    options,
    start,
  };
  const parent = { type: 'experiment', id: _id, index } as const;
  const execution = newExecution({ id: job_id, userId: user_id, parent, ...request }, now());
  await executions.accept(execution);
  return toExecutionInput(execution);
}

/** Records the error of a scenario that is not solved, because its values give an invalid case. */
const refuseScenario = (
  { scenarioRuns, now }: RecordActivityDeps,
  { experiment_id, index }: ScenarioRunRecord,
  problem: string,
): Promise<void> => {
  const error = { code: 'INVALID_MODEL' as const, message: problem, retryable: false };
  return scenarioRuns.finish(experiment_id, index, scenarioOutcome({ status: 'failed', error }, now()));
};

/**
 * Ensures that the end of a scenario is recorded if its workflow did not record it. Throws while the scenario's solve
 * or run is still open, so that the call is repeated.
 */
export async function closeScenario(deps: RecordActivityDeps, input: ScenarioInput): Promise<void> {
  // The first recorded end counts, so this one has an effect only if the workflow recorded none.
  const end = { status: 'failed', error: ENDED_FROM_OUTSIDE } as const;
  const isOpen = (state?: { readonly status: JobStatus }) => state && !isTerminal(state.status);
  if ('executionId' in input) {
    const { executionId } = input;
    if (isOpen(await deps.executionWorkflows.state(executionId)))
      throw new Error('The run has not ended yet');
    await finishExecution(deps, { executionId, end });
    return;
  }
  const { jobId, userId } = input;
  const state = await deps.workflows.state(jobId);
  if (isOpen(state)) throw new Error('The solve has not ended yet');
  await finishJob(deps, { jobId, userId, end, percent: state?.percent ?? 0 });
}

type ScenarioPayload =
  | { readonly payload: SolvePayload; readonly problem: null }
  | { readonly payload: null; readonly problem: string };

/**
 * The payload of a scenario. `base` has been validated, so only the changed values are checked. Unchanged parts are
 * shared, not copied.
 */
export async function scenarioPayload(
  base: SolvePayload,
  changes: readonly Change[],
  values: Readonly<Record<string, number | string>>,
): Promise<ScenarioPayload> {
  const payload = applyChanges(base, changes, values);
  const problem = (await malformed(base, payload)) ?? inconsistent(payload);
  return problem === null ? { payload, problem } : { payload: null, problem };
}

async function malformed(base: SolvePayload, payload: SolvePayload): Promise<string | null> {
  for (const collection of COLLECTION_NAMES) {
    const before = base[collection] ?? [];
    for (const [at, element] of (payload[collection] ?? []).entries()) {
      if (element === before[at]) continue;
      const message = await elementProblem(collection, element);
      if (message !== null) return `${collection}[${at}].${message}`;
      await nextTurn();
    }
  }
  return payload.options === base.options ? null : violation(optionsSchema, payload.options);
}

function inconsistent(payload: SolvePayload): string | null {
  const [first] = payloadProblems(payload, { maxHorizon: payload.horizon });
  return first ? `${first.path.join('.')}: ${first.msg}` : null;
}
