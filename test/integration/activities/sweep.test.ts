/** The sweep on a real database: jobs, experiments and executions that a crash left unfinished. */
import assert from 'node:assert/strict';
import { createRecordActivities } from '../../../activities/index.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import type { JobRecord } from '../../../mongo/jobs.ts';
import { newRecord } from '../../../mongo/lifecycle.ts';
import type { JobStatus } from '../../../temporal/case/messages/job.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { recordDeps } from '../../support/stack/record-deps.ts';
import { anExecution } from '../../support/stores/an-execution.ts';
import { anExperiment, aScenarioRun } from '../../support/stores/experiments.ts';
import { until } from '../../support/until.ts';

const LONG_AGO = new Date('2026-01-01T00:00:00Z');
const OPEN = { status: 'queued', started_at: null, finished_at: null } as const;
const LEFT = { submitted_at: LONG_AGO, checked_at: LONG_AGO };

const aJob = (id: string, changes: Partial<JobRecord> = {}): JobRecord => ({
  ...newRecord(id, 'ann', LONG_AGO),
  job_type: 'uc',
  solver: 'highs',
  scenario_id: 'case',
  name: null,
  tags: [],
  time_limit_s: 60,
  mip_gap: 0.001,
  parent: null,
  progress: 0,
  termination_status: null,
  objective_value: null,
  ...changes,
});

describe('the sweep', () => {
  let mongo: TestDatabase;
  let deps: ReturnType<typeof recordDeps>;
  let activities: ReturnType<typeof createRecordActivities>;
  beforeEach(async () => {
    mongo = await openTestDatabase(INDEXES);
    deps = recordDeps(mongo.db);
    activities = createRecordActivities(deps);
  });
  afterEach(() => mongo.drop());

  const accept = async (workflow_started: boolean) => {
    const experiment = anExperiment({ ...OPEN, ...LEFT, workflow_started });
    const execution = anExecution('ann', { ...LEFT, workflow_started });
    await deps.jobs.accept(aJob('job', { workflow_started }));
    await deps.experiments.accept(experiment);
    await deps.scenarioRuns.accept([aScenarioRun(experiment, 0)]);
    await deps.executions.accept(execution);
    return ['job', experiment._id, execution._id];
  };
  const statuses = async (ids: readonly string[]): Promise<(JobStatus | undefined)[]> => {
    const [job = '', experiment = '', execution = ''] = ids;
    return [
      (await deps.jobs.find(job))?.status,
      (await deps.experiments.find(experiment))?.status,
      (await deps.executions.find(execution))?.status,
    ];
  };

  it('starts accepted jobs that were never started, except those that are just being accepted', async () => {
    const ids = await accept(false);
    await deps.jobs.accept({ ...aJob('young'), submitted_at: new Date(), checked_at: new Date() });
    assert.equal(await activities.startUnstarted(), 3);
    assert.deepEqual(deps.remembered.started.toSorted(), ids.toSorted());
    await until(async () => (await activities.startUnstarted()) === 0);
  });

  it('restarts jobs that Temporal has lost', async () => {
    const ids = await accept(true);
    assert.equal(await activities.closeAbandoned(), 0);
    assert.deepEqual(deps.remembered.started.toSorted(), ids.toSorted());
    assert.deepEqual(await statuses(ids), ['queued', 'queued', 'queued']);
  });

  it('leaves the parts of an experiment to their parent', async () => {
    const parent = { type: 'experiment', id: 'e', index: 0 } as const;
    await deps.jobs.accept(aJob('part', { parent, workflow_started: true }));
    assert.equal(await activities.startUnstarted(), 0);
    assert.equal(await activities.closeAbandoned(), 0);
    assert.deepEqual(deps.remembered.started, []);
  });

  it('restarts a question about a job, which no other process restarts', async () => {
    const parent = { type: 'job', id: 'base', index: 0 } as const;
    await deps.jobs.accept(aJob('question', { parent, workflow_started: true }));
    assert.equal(await activities.closeAbandoned(), 0);
    assert.deepEqual(deps.remembered.started, ['question']);
  });

  it('records workflows ended from outside as failed, and compares once a minute', async () => {
    const ids = await accept(true);
    for (const id of ids) deps.remembered.states.set(id, 'running');
    assert.equal(await activities.closeAbandoned(), 0);
    for (const id of ids) deps.remembered.states.set(id, 'failed');
    assert.equal(await activities.closeAbandoned(), 0, 'compared a moment ago');
    for (const records of [deps.jobs, deps.experiments, deps.executions]) {
      for (const id of ids) await records.markChecked(id, LONG_AGO);
    }
    assert.equal(await activities.closeAbandoned(), 3);
    assert.deepEqual(await statuses(ids), ['failed', 'failed', 'failed']);
    const rows = await deps.scenarioRuns.list(ids[1] ?? '', undefined, 10, 0);
    assert.match(rows.rows[0]?.error?.message ?? '', /ended from outside/);
  });
});
