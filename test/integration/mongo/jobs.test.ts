import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { JOB_SORTS, type JobSort, listPipeline } from '../../../mongo/job-list.ts';
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

  it('of what-ifs are hidden and dropped, unless they are kept', async () => {
    const user_id = randomUUID();
    const base = await accepted({ user_id });
    const first = { lower_usd: 1, upper_usd: 2, verified: true };
    const what_if = { of: base._id, kept: false, parent_objective_usd: 1, first };
    const parent = { type: 'job', id: base._id, index: 0 } as const;
    const [lost, retained, open] = await Promise.all(
      [1, 2, 3].map(() => accepted({ user_id, what_if, parent })),
    );
    assert.ok(lost && retained && open);
    assert.equal(await jobs.countOpenWhatIfs(user_id, [open._id]), 2);
    for (const { _id } of [lost, retained]) await finish(_id, CANCELLED);
    assert.equal(await jobs.countOpenWhatIfs(user_id, []), 1);
    assert.equal((await jobs.list({ userId: user_id }, 10, 0)).total, 1);
    const job = await jobs.keep(retained._id);
    assert.deepEqual([job?.parent, job?.what_if?.kept, job?.what_if?.of], [null, true, base._id]);
    assert.equal(await jobs.keep(retained._id), null);
    assert.equal(await jobs.keep(base._id), null);
    assert.equal((await jobs.list({ userId: user_id }, 10, 0)).total, 2);
    assert.deepEqual(await jobs.dropWhatIfs(LATER, 100), []);
    assert.deepEqual(await jobs.dropWhatIfs(new Date(LATER.getTime() + 1), 100), [lost._id]);
    assert.deepEqual(
      await Promise.all([lost, retained, open].map(async ({ _id }) => (await jobs.find(_id)) !== null)),
      [false, true, true],
    );
  });

  it('are sorted as a whole list, those without a value last, and found by name, scenario or id', async () => {
    const user_id = randomUUID();
    const at = (minute: number) => new Date(NOW.getTime() + minute * 60_000);
    const job = (name: string | null, objective_value: number | null, minutes: number | null) =>
      accepted({
        user_id,
        name,
        objective_value,
        submitted_at: at(minutes ?? 0),
        started_at: at(0),
        finished_at: minutes === null ? null : at(minutes),
      });
    const dear = await job('Dear (peak)', 9, 2);
    const cheap = await job('cheap.', -1, 3);
    const open = await job(null, null, null);
    const part = await accepted({
      user_id,
      objective_value: 5,
      parent: { type: 'experiment', id: 'e', index: 0 },
    });
    const strange = await accepted({ user_id: randomUUID(), objective_value: 5 });
    const listed = async (sort: JobSort | undefined, search?: string, offset = 0) => {
      const page = await jobs.list({ userId: user_id, search }, 2, offset, sort);
      return [page.total, ...page.jobs.map(({ _id }) => _id)];
    };
    assert.deepEqual(await listed('objective_value'), [3, cheap._id, dear._id]);
    assert.deepEqual(await listed('-objective_value'), [3, dear._id, cheap._id]);
    assert.deepEqual(await listed('-objective_value', undefined, 2), [3, open._id]);
    assert.deepEqual(await listed('-duration'), [3, cheap._id, dear._id]);
    assert.deepEqual(await listed('name'), [3, open._id, cheap._id], 'the scenario is its name');
    assert.deepEqual(await listed(undefined), [3, cheap._id, dear._id]);
    assert.deepEqual(await listed(undefined, '(PEAK)'), [1, dear._id]);
    assert.deepEqual(await listed(undefined, '.'), [1, cheap._id], 'a dot is a dot');
    assert.deepEqual(await listed(undefined, open._id.slice(0, 13)), [1, open._id]);
    assert.equal((await listed(undefined, 'CASE'))[0], 3);
    const begunBy = async (id: string) =>
      (await jobs.list({ userId: user_id, idPrefix: id.slice(0, 13) }, 2, 0)).jobs.map(({ _id }) => _id);
    assert.deepEqual(await begunBy(part._id), [part._id], 'a part, too');
    assert.deepEqual(await begunBy(strange._id), [], 'of nobody else');
  });

  it('are read by an index, however they are sorted', async () => {
    for (const sort of JOB_SORTS) {
      const pipeline = listPipeline({ userId: 'u1', search: 'x' }, sort);
      const plan = JSON.stringify(
        await mongo.db.collection('jobs').aggregate(pipeline).explain('queryPlanner'),
      );
      assert.match(plan, /"stage":"IXSCAN"/, sort);
      assert.doesNotMatch(plan, /"stage":"COLLSCAN"/, sort);
    }
  });

  it('are named and tagged at any time, and removed once they have ended', async () => {
    const { _id } = await accepted({ tags: ['a'] });
    assert.equal(await jobs.remove(_id), false, 'it is open');
    await finish(_id, CANCELLED);
    const labelled = await jobs.label(_id, { name: 'evening' });
    assert.deepEqual([labelled?.name, labelled?.tags, labelled?.status], ['evening', ['a'], 'cancelled']);
    assert.equal(await jobs.remove(_id), true);
    assert.equal(await jobs.remove(_id), false);
    assert.deepEqual([await jobs.find(_id), await jobs.label(_id, { tags: [] })], [null, null]);
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
