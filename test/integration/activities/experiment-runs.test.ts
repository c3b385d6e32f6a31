/** Activities of an experiment of runs, on a real MongoDB: executions are prepared, ended and repeated. */
import assert from 'node:assert/strict';
import { createRecordActivities } from '../../../activities/index.ts';
import { partJobId } from '../../../mongo/derived-ids.ts';
import { networkKeeper } from '../../../mongo/executions.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import type { ExecutionInput } from '../../../temporal/case/messages/execution.ts';
import type { PreparedPage } from '../../../temporal/case/messages/experiment-run.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { recordDeps } from '../../support/stack/record-deps.ts';
import { anExecution } from '../../support/stores/an-execution.ts';
import { anExperiment, aScenarioRun } from '../../support/stores/experiments.ts';

const OPEN = { status: 'queued', started_at: null, finished_at: null } as const;
const CANCELLED = {
  status: 'cancelled',
  error: { code: 'CANCELLED', message: 'Cancelled', retryable: true },
} as const;
const { solver, options } = anExecution('ann');

const inputsOf = ({ scenarios }: PreparedPage): ExecutionInput[] =>
  scenarios.flatMap(({ input }) => ('executionId' in input ? [input] : []));

describe('activities of an experiment of runs', () => {
  let mongo: TestDatabase;
  let deps: ReturnType<typeof recordDeps>;
  let activities: ReturnType<typeof createRecordActivities>;
  before(async () => {
    mongo = await openTestDatabase(INDEXES);
    deps = recordDeps(mongo.db);
    activities = createRecordActivities(deps);
  });
  after(() => mongo.drop());

  async function accepted(seeds: readonly number[]) {
    const execution = { pcm_model_id: 'pcm-rolling', solver, network_id: 'net', windows: 3, horizon: 72 };
    const experiment = anExperiment({ ...OPEN, execution, scenarios_total: seeds.length });
    const rows = seeds.map((outage_seed, index) =>
      aScenarioRun(experiment, index, {
        values: { outage_seed },
        study: { options: { ...options, outage_seed }, start: { hour: 24 } },
        job_id: partJobId(experiment._id, index),
      }),
    );
    await deps.scenarioRuns.accept(rows);
    await deps.experiments.accept(experiment);
    return experiment;
  }
  const prepare = (experimentId: string) =>
    activities.prepareScenarios({ experimentId, after: -1, limit: 32 });
  const rowsOf = async (id: string) => (await deps.scenarioRuns.list(id, undefined, 100, 0)).rows;

  it('make an execution of each scenario, the same when they are repeated', async () => {
    const { _id: id, base_version } = await accepted([4, 7]);
    const page = await prepare(id);
    assert.deepEqual(await prepare(id), page);
    const inputs = inputsOf(page);
    assert.deepEqual(
      inputs.map(({ executionId, experimentId, windows }) => [executionId, experimentId, windows]),
      [0, 1].map((index) => [partJobId(id, index), id, 3]),
    );
    const record = await deps.executions.find(partJobId(id, 1));
    assert.ok(record);
    assert.deepEqual([record.options.outage_seed, record.start?.hour], [7, 24]);
    assert.deepEqual([record.network_version, networkKeeper(record)], [base_version, id]);
    assert.equal(record.workflow_started, true, 'the sweep would start what waits for its turn');
    assert.equal((await deps.executions.list('ann', 10, 0)).total, 0);
    assert.equal(await deps.executions.countOpen('ann', []), 0);
  });

  it('mark a row when its run begins, and end it with the run, whichever ends first', async () => {
    const { _id: id } = await accepted([1, 2]);
    const [first, second] = inputsOf(await prepare(id));
    assert.ok(first && second);
    await activities.beginExecution(first.executionId);
    assert.deepEqual(
      (await rowsOf(id)).map(({ status }) => status),
      ['running', 'queued'],
    );
    assert.deepEqual(await deps.scenarioRuns.runningJobs(id), [first.executionId]);
    const error = { code: 'SOLVER_ERROR', message: 'Day 2: Out of memory', retryable: false } as const;
    await activities.finishExecution({ executionId: first.executionId, end: { status: 'failed', error } });
    await activities.finishExecution({ executionId: first.executionId, end: CANCELLED });
    await activities.finishExperiment({ experimentId: id, end: CANCELLED });
    assert.deepEqual(
      (await rowsOf(id)).map(({ status, error }) => [status, error?.code]),
      [
        ['failed', 'SOLVER_ERROR'],
        ['cancelled', 'CANCELLED'],
      ],
    );
    assert.equal((await deps.executions.find(second.executionId))?.status, 'cancelled');
    const entries = await deps.audit.list({ limit: 100 });
    assert.deepEqual(
      entries.filter(({ event_type }) => event_type.startsWith('execution')),
      [],
      'what is part of something is no event of its own',
    );
  });

  it('settle a run whose workflow was ended from outside, and wait for one that is not over', async () => {
    const { _id: id } = await accepted([1]);
    const [input] = inputsOf(await prepare(id));
    assert.ok(input);
    deps.remembered.states.set(input.executionId, 'running');
    await assert.rejects(activities.closeScenario(input), /has not ended/);
    deps.remembered.states.set(input.executionId, 'failed');
    await activities.closeScenario(input);
    const [row] = await rowsOf(id);
    assert.equal(row?.status, 'failed');
  });

  it('run a scenario without an answer again as another execution', async () => {
    const experiment = await accepted([1]);
    const id = experiment._id;
    await prepare(id);
    await activities.finishExperiment({ experimentId: id, end: CANCELLED });
    const ended = await deps.experiments.find(id);
    assert.ok(ended);
    await deps.experiments.restart(ended, 0, new Date());
    await activities.beginExperiment({ experimentId: id, attempt: 2 });
    const [input] = inputsOf(await prepare(id));
    assert.equal(input?.executionId, partJobId(id, 0, 2));
    assert.equal((await deps.executions.find(partJobId(id, 0, 2)))?.status, 'queued');
  });

  it('fail for good if a row lacks the options of its run', async () => {
    const experiment = await accepted([]);
    await deps.scenarioRuns.accept([aScenarioRun(experiment, 0)]);
    await assert.rejects(prepare(experiment._id), /options of this run are not on record/);
  });
});
