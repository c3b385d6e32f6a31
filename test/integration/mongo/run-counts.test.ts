/** Counts of the overview, over records of all kinds and users. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createExecutions, executionIndexes } from '../../../mongo/executions.ts';
import { createJobs, type JobRecord, type Jobs, jobIndexes, newJob } from '../../../mongo/jobs.ts';
import type { SolveEnd } from '../../../temporal/case/messages/solve-run.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { anExecution } from '../../support/stores/an-execution.ts';

const SINCE = new Date('2026-01-02T00:00:00Z');
const BEFORE = new Date('2026-01-01T23:59:59Z');
const FAR = new Date('2100-01-01T00:00:00Z');
const INFEASIBLE: SolveEnd = {
  status: 'completed',
  summary: { terminationStatus: 'INFEASIBLE', objectiveValue: null, mipGap: null },
};
const FAILED: SolveEnd = {
  status: 'failed',
  error: { code: 'SOLVER_ERROR', message: 'It crashed', retryable: true },
};
const PART = { type: 'experiment', id: 'e', index: 0 } as const;
const ASKED = { job_type: 'uc', solver: 'highs', scenario_id: 'case', time_limit_s: 60, mip_gap: 0 } as const;

describe('counts of runs', () => {
  let mongo: TestDatabase;
  let jobs: Jobs;
  beforeEach(async () => {
    mongo = await openTestDatabase([jobIndexes, executionIndexes]);
    jobs = createJobs(mongo.db);
    const add = async (userId: string, minute: number, changes: Partial<JobRecord> = {}) => {
      const at = new Date(Date.UTC(2026, 0, 2, 0, minute));
      const record = { ...newJob({ id: randomUUID(), userId, ...ASKED }, at), ...changes };
      await jobs.accept(record);
      return record._id;
    };
    const end = async (id: string, how: SolveEnd, at: Date) =>
      jobs.finish(id, { end: how, percent: 100 }, at, FAR);
    await add('ann', 1);
    await jobs.markRunning(await add('ann', 2, { name: 'newest of ann', solver: 'cbc' }), SINCE);
    await end(await add('ann', 3), INFEASIBLE, SINCE);
    await end(await add('ann', 4), FAILED, BEFORE);
    await add('ann', 5, { parent: PART });
    await end(await add('ann', 6, { parent: PART }), INFEASIBLE, SINCE);
    await end(await add('bob', 7), FAILED, SINCE);
    await add('bob', 8);
  });
  afterEach(() => mongo.drop());

  it('are of open runs and of those that ended since, without parts', async () => {
    const none = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
    assert.deepEqual(await jobs.count(SINCE, 'ann'), { ...none, queued: 1, running: 1, completed: 1 });
    assert.deepEqual(await jobs.count(SINCE), { ...none, queued: 2, running: 1, completed: 1, failed: 1 });
    assert.deepEqual(await jobs.count(SINCE, 'eve'), none);
    assert.equal(await jobs.countInfeasible(SINCE, 'ann'), 1);
    assert.equal(await jobs.countInfeasible(SINCE, 'bob'), 0);
  });

  it('are of runs without parts of any kind', async () => {
    const executions = createExecutions(mongo.db);
    await executions.accept(anExecution('ann'));
    assert.equal((await executions.count(SINCE)).queued, 1);
    assert.equal((await executions.newestOpen(5)).length, 1);
  });

  it('list open runs by the time of acceptance', async () => {
    const open = await jobs.newestOpen(2);
    assert.deepEqual(
      open.map(({ user_id, name }) => [user_id, name]),
      [
        ['bob', null],
        ['ann', 'newest of ann'],
      ],
    );
  });

  it('tell how busy each solver is, parts included', async () => {
    const load = await jobs.openBySolver();
    const sorted = load.sort((a, b) => a.solver.localeCompare(b.solver));
    assert.deepEqual(sorted, [
      { solver: 'cbc', status: 'running', count: 1 },
      { solver: 'highs', status: 'queued', count: 3 },
    ]);
  });

  it('read only the ends since then', async () => {
    const plan = JSON.stringify(
      await mongo.db
        .collection('jobs')
        .find({ parent: null, finished_at: { $gte: SINCE } })
        .explain('queryPlanner'),
    );
    assert.match(plan, /"indexName":"ended"/);
  });
});
