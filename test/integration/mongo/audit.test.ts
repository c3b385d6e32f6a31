/** The audit log. */
import assert from 'node:assert/strict';
import { type Audit, auditIndexes, createAudit } from '../../../mongo/audit.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

describe('audit', () => {
  let database: TestDatabase;
  let audit: Audit;
  beforeEach(async () => {
    database = await openTestDatabase([auditIndexes]);
    audit = createAudit(database.db);
  });
  afterEach(() => database.drop());

  const types = async (filter: object) =>
    (await audit.list({ limit: 100, ...filter })).map((e) => e.event_type);

  it('keeps each event with its user and address, newest first', async () => {
    await audit.record('login', { userId: 'ada', details: {}, ip: '::1', userAgent: 'tests' });
    await audit.record('solve_submitted', { userId: 'ada', details: { job_id: 'j', solver: 'highs' } });
    const [newest, oldest] = await audit.list({ limit: 100 });
    assert.deepEqual(newest?.details, { job_id: 'j', solver: 'highs' });
    assert.match(newest?.timestamp ?? '', /^\d{4}-.*\.\d{3}Z$/);
    assert.match(newest?.id ?? '', /^[\da-f]{24}$/);
    assert.deepEqual(oldest?.details, { ip: '::1', user_agent: 'tests' });
  });

  it('filters by type, user, time and number', async () => {
    await audit.record('login', { userId: 'ada', details: {} });
    await audit.record('logout', { userId: 'ada', details: {} });
    await audit.record('login', { userId: 'bob', details: {} });
    assert.deepEqual(await types({ type: 'login' }), ['login', 'login']);
    assert.deepEqual(await types({ type: 'login', userId: 'ada' }), ['login']);
    assert.deepEqual(await types({ type: 'unheard_of' }), []);
    assert.deepEqual(await types({ limit: 2 }), ['login', 'logout']);
    assert.deepEqual(await types({ to: new Date(0) }), []);
    assert.deepEqual(await types({ from: new Date(0), userId: 'bob' }), ['login']);
    assert.deepEqual(await types({ from: new Date(Date.now() + 60_000) }), []);
  });

  it('is read page by page: no entry is missing or repeated, although many have the same millisecond', async () => {
    await Promise.all(
      Array.from({ length: 25 }, (_, n) => audit.record('login', { userId: 'ada', details: { n } })),
    );
    const all = await audit.list({ limit: 100 });
    const pages: typeof all = [];
    for (let page = await audit.list({ limit: 4 }); page.length > 0; ) {
      pages.push(...page);
      const { timestamp, id } = page.at(-1) ?? assert.fail();
      page = await audit.list({ limit: 4, after: { timestamp: new Date(timestamp), id } });
      await audit.record('logout', { userId: 'bob', details: {} });
    }
    assert.deepEqual(pages, all);
  });

  it('writes a fact once however often it is reported', async () => {
    const fact = { userId: 'ada', details: {}, once: 'solve_completed:j' };
    await Promise.all([1, 2, 3].map(() => audit.record('solve_completed', fact)));
    await audit.record('solve_completed', { ...fact, once: 'solve_completed:k' });
    await audit.record('login', { userId: 'ada', details: {} });
    await audit.record('login', { userId: 'ada', details: {} });
    assert.deepEqual(await types({}), ['login', 'login', 'solve_completed', 'solve_completed']);
  });
});
