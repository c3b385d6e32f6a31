/**
 * Makes the next scenarios of an experiment ready to be solved: payload and job of each are stored. Repeatable:
 * ids are fixed, and what has ended meanwhile is left out.
 *
 * @module
 */
import type { ExperimentRecord } from '../../mongo/experiments.ts';
import type { JobRecord } from '../../mongo/jobs.ts';
import { newRecord } from '../../mongo/lifecycle.ts';
import type { ScenarioRunRecord } from '../../mongo/scenario-runs.ts';
import { toSolveInput } from '../../mongo/solve-input.ts';
import type { PreparedPage, PrepareScenariosInput } from '../../temporal/messages/experiment-run.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { RecordActivityDeps } from '../deps.ts';
import { invalidModel } from '../solve/failures.ts';
import { refuseScenario } from './refuse-scenario.ts';
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
  const job: JobRecord = {
    ...newRecord(run.job_id, experiment.user_id, now()),
    // Its parent starts it, and is itself looked after by the sweep.
    workflow_started: true,
    parent: { type: 'experiment', id: experiment._id, index: run.index },
    job_type: experiment.job_type,
    solver: payload.solver ?? 'highs',
    scenario_id: run.scenario_id,
    name: experiment.name,
    tags: [],
    time_limit_s: experiment.timeout_per_scenario,
    mip_gap: payload.options?.mip_gap ?? experiment.mip_gap,
    progress: 0,
    termination_status: null,
    objective_value: null,
  };
  await documents.put('payload', job._id, payload);
  await jobs.accept(job);
  return job;
}
