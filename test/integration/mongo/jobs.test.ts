import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createJobs, type JobRecord, type Jobs, jobIndexes, newJob } from '../../../mongo/jobs.ts';
import type { SolveEnd } from '../../../temporal/case/messages/solve-run.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-02T00:00:00Z');
const CANCELLED: SolveEnd = {
  status: 'cancelled',
  error: { code: 'CANCELLED', message: 'Cancelled on request', retryable: true },
};

const ASKED = {
  job_type: 'uc',
  solver: 'highs',
  scenario_id: 'case',
  time_limit_s: 300,
  mip_gap: 0,
} as const;

describe('job records', () => {
  let mongo: TestDatabase;
  let jobs: Jobs;
  before(async () => {
    mongo = await openTestDatabase([jobIndexes]);
    jobs = createJobs(mongo.db);
  });
  after(() => mongo.drop());

  const accepted = async (changes: Partial<JobRecord> = {}): Promise<JobRecord> => {
    const record = { ...newJob({ id: randomUUID(), userId: 'u1', ...ASKED }, NOW), ...changes };
    await jobs.accept(record);
    return record;
  };
  const finish = (id: string, end: SolveEnd) => jobs.finish(id, { end, percent: 50 }, LATER, LATER);

  it('are listed by their type', async () => {
    const user_id = randomUUID();
    for (const job_type of ['uc', 'ed', 'ed'] as const) await accepted({ user_id, job_type });
    assert.equal((await jobs.list({ userId: user_id, jobType: 'ed' }, 10, 0)).total, 2);
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
    assert.equal(await jobs.countOpen(user_id, []), 2);
    assert.equal(await jobs.countOpen(user_id, [first._id]), 1);
    await finish(first._id, CANCELLED);
    assert.equal(await jobs.countOpen(user_id, []), 1);
    assert.equal(await jobs.countOpen(randomUUID(), []), 0);
  });

  it('are known as running from their first attempt to their end', async () => {
    const { _id } = await accepted({});
    assert.ok(!(await jobs.running()).includes(_id));
    await jobs.markRunning(_id, NOW);
    assert.ok((await jobs.running()).includes(_id));
    await finish(_id, CANCELLED);
    assert.ok(!(await jobs.running()).includes(_id));
  });
});
