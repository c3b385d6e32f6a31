import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createJobs, type JobRecord, type Jobs, jobIndexes } from '../../../mongo/jobs.ts';
import type { SolveEnd } from '../../../temporal/case/messages/solve-run.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { until } from '../../support/until.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-02T00:00:00Z');
const COMPLETED: SolveEnd = {
  status: 'completed',
  summary: { terminationStatus: 'OPTIMAL', objectiveValue: 5, mipGap: 0 },
};
const CANCELLED: SolveEnd = {
  status: 'cancelled',
  error: { code: 'CANCELLED', message: 'Cancelled on request', retryable: true },
};

const job = (changes: Partial<JobRecord> = {}): JobRecord => ({
  _id: randomUUID(),
  user_id: 'u1',
  job_type: 'uc',
  solver: 'highs',
  scenario_id: 'case',
  name: null,
  tags: [],
  time_limit_s: 300,
  mip_gap: 0.001,
  status: 'queued',
  submitted_at: NOW,
  started_at: null,
  finished_at: null,
  error: null,
  parent: null,
  progress: 0,
  termination_status: null,
  objective_value: null,
  workflow_started: true,
  checked_at: NOW,
  ...changes,
});

describe('job records', () => {
  let mongo: TestDatabase;
  let jobs: Jobs;
  before(async () => {
    mongo = await openTestDatabase([jobIndexes]);
    jobs = createJobs(mongo.db);
  });
  after(() => mongo.drop());

  const accepted = async (changes: Partial<JobRecord> = {}): Promise<JobRecord> => {
    const record = job(changes);
    await jobs.accept(record);
    return record;
  };
  const finish = (id: string, end: SolveEnd) => jobs.finish(id, { end, percent: 50 }, LATER, LATER);

  it('are accepted once: a repeated acceptance changes nothing', async () => {
    const record = await accepted();
    await jobs.markRunning(record._id, LATER);
    await jobs.accept(record);
    assert.equal((await jobs.find(record._id))?.status, 'running');
  });

  it('move from queued to running to an end, and keep the first start', async () => {
    const { _id } = await accepted();
    await jobs.markRunning(_id, NOW);
    await jobs.markRunning(_id, LATER);
    const ended = await finish(_id, COMPLETED);
    assert.equal(ended?.status, 'completed');
    assert.deepEqual(ended?.started_at, NOW);
    assert.equal(ended?.objective_value, 5);
  });

  it('keep their first end, whoever comes second', async () => {
    const { _id } = await accepted();
    await finish(_id, CANCELLED);
    assert.equal(await finish(_id, COMPLETED), null);
    await jobs.markRunning(_id, LATER);
    assert.equal((await jobs.find(_id))?.status, 'cancelled');
  });

  it('end once under fifty racing writers', async () => {
    const { _id } = await accepted();
    const ends = await Promise.all(
      Array.from({ length: 50 }, (_, i) => finish(_id, i % 2 === 0 ? COMPLETED : CANCELLED)),
    );
    const [winner, ...rest] = ends.filter((end) => end !== null);
    assert.deepEqual(rest, []);
    assert.equal((await jobs.find(_id))?.status, winner?.status);
  });

  it('are listed newest first, filtered and paged, with the total', async () => {
    const user_id = randomUUID();
    for (let i = 0; i < 5; i++) {
      await accepted({ user_id, submitted_at: new Date(NOW.getTime() + i), job_type: i % 2 ? 'ed' : 'uc' });
    }
    const all = await jobs.list({ userId: user_id }, 2, 1);
    assert.equal(all.total, 5);
    assert.deepEqual(
      all.jobs.map(({ submitted_at }) => submitted_at.getTime() - NOW.getTime()),
      [3, 2],
    );
    assert.equal((await jobs.list({ userId: user_id, jobType: 'ed' }, 10, 0)).total, 2);
    assert.equal((await jobs.list({ userId: user_id, status: 'running' }, 10, 0)).total, 0);
  });

  it('that answer questions about others are listed by their tag alone, beside others with that tag', async () => {
    const user_id = randomUUID();
    const base = await accepted({ user_id, tags: ['mine'] });
    const tags = ['mine', 'analyst'];
    const question = await accepted({ user_id, tags, parent: { type: 'job', id: base._id, index: 0 } });
    await accepted({ user_id, tags, parent: { type: 'experiment', id: randomUUID(), index: 0 } });
    const ids = async (filter: object) =>
      (await jobs.list({ userId: user_id, ...filter }, 10, 0)).jobs.map(({ _id }) => _id).sort();
    assert.deepEqual(await ids({}), [base._id]);
    assert.deepEqual(await ids({ tag: 'analyst' }), [question._id]);
    assert.deepEqual(await ids({ tag: 'mine' }), [base._id, question._id].sort());
    assert.deepEqual(await ids({ parentId: base._id }), [question._id]);
  });

  it('know how many wait before them', async () => {
    const first = await accepted({ solver: 'cbc', submitted_at: NOW });
    const second = await accepted({ solver: 'cbc', submitted_at: LATER });
    assert.equal(await jobs.queuedBefore(first), 0);
    assert.equal(await jobs.queuedBefore(second), 1);
    await finish(first._id, CANCELLED);
    assert.equal(await jobs.queuedBefore(second), 0);
  });

  it('count as open beside one another until they end, and parts of something do not', async () => {
    const user_id = randomUUID();
    const first = await accepted({ user_id });
    await accepted({ user_id });
    await accepted({ user_id, parent: { type: 'experiment', id: randomUUID(), index: 0 } });
    assert.equal(await jobs.countOpen(user_id), 2);
    await finish(first._id, CANCELLED);
    assert.equal(await jobs.countOpen(user_id), 1);
    assert.equal(await jobs.countOpen(randomUUID()), 0);
  });

  it('are known as running from their first attempt to their end', async () => {
    const { _id } = await accepted({});
    assert.ok(!(await jobs.running()).includes(_id));
    await jobs.markRunning(_id, NOW);
    assert.ok((await jobs.running()).includes(_id));
    await finish(_id, CANCELLED);
    assert.ok(!(await jobs.running()).includes(_id));
  });

  it('are found by the sweep until somebody saw their workflow start', async () => {
    const { _id } = await accepted({ workflow_started: false, submitted_at: new Date(0) });
    assert.ok((await jobs.unstarted(NOW, 100)).includes(_id));
    jobs.markWorkflowStarted(_id);
    await until(async () => !(await jobs.unstarted(NOW, 100)).includes(_id));
  });

  it('are compared with their workflow in turn, and never again once they ended', async () => {
    const { _id } = await accepted({ checked_at: new Date(0) });
    assert.ok((await jobs.open(NOW, 100)).includes(_id));
    await jobs.markChecked(_id, LATER);
    assert.ok(!(await jobs.open(NOW, 100)).includes(_id));
  });
});
