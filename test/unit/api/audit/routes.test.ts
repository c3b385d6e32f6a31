/** Routes by which administrators read the audit log. */
import assert from 'node:assert/strict';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { parseCsv } from '../../../support/callers/parse-csv.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

describe('the audit log over HTTP', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp();
    await app.deps.audit.record('login', { userId: 'ada', details: { n: 1 }, once: 'fact' });
    await app.deps.audit.record('logout', { userId: '=HYPERLINK("x")', details: { text: 'a "b",\r\nc' } });
  });
  afterEach(() => app.close());
  const get = async (path: string, role: 'user' | 'admin' = 'admin') =>
    app.call('GET', `/api/audit${path}`, { token: await tokenOf(app.deps, role) });

  it('shows an entry with its place in the chain', async () => {
    const { logs } = (await get('/logs?type=login')).body;
    assert.equal(logs.length, 1);
    const { id, timestamp, ...rest } = logs[0];
    assert.ok(id && timestamp);
    assert.deepEqual(rest, {
      event_type: 'login',
      user_id: 'ada',
      username: null,
      details: { n: 1 },
      seq: 1,
    });
  });
  it('is read page by page, also within a selection', async () => {
    for (let n = 2; n <= 5; n++) await app.deps.audit.record('login', { userId: 'ada', details: { n } });
    const numbers: number[] = [];
    let next = '';
    do {
      const { status, body } = await get(`/logs?type=login&limit=2${next}`);
      assert.equal(status, 200);
      numbers.push(...body.logs.map(({ details }: { details: { n: number } }) => details.n));
      next = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (next !== '');
    assert.deepEqual(numbers, [5, 4, 3, 2, 1]);
    assert.equal((await get('/logs')).body.next_cursor, null);
    for (const cursor of ['2', '2026-99-99T00:00:00.000Z_000000000000000000000001'])
      assert.equal((await get(`/logs?cursor=${cursor}`)).status, 422, cursor);
  });
  it('is listed by time', async () => {
    const count = async (query: string) => (await get(`/logs?${query}`)).body.logs.length;
    assert.equal(await count('from=2000-01-01T00:00:00Z&user_id=ada'), 1);
    assert.equal(await count('from=2999-01-01T00:00:00Z'), 0);
    assert.equal(await count('to=2000-01-01T00:00:00Z'), 0);
    assert.equal(await count('before=2000-01-01T00:00:00Z'), 0);
    assert.equal((await get('/logs?to=tomorrow')).status, 422);
  });
  it('is verified on request', async () => {
    const { status, body } = await get('/verify');
    assert.equal(status, 200);
    assert.deepEqual(body, { valid: true, entries: 2, first_bad: null });
  });
  it('names the first bad entry', async () => {
    const bad = { seq: 7, id: null, problem: 'missing' } as const;
    app.deps.audit.verify = async () => ({ valid: false, entries: 6, first_bad: bad });
    assert.deepEqual((await get('/verify')).body, { valid: false, entries: 6, first_bad: bad });
  });
  it('is exported as CSV that no spreadsheet runs', async () => {
    const { status, headers, text } = await get('/export');
    assert.equal(status, 200);
    assert.equal(headers.get('Content-Type'), 'text/csv; charset=utf-8');
    assert.equal(headers.get('Content-Disposition'), 'attachment; filename="audit.csv"');
    const [columns, first = [], second = []] = parseCsv(text);
    assert.equal(columns?.join(), 'id,seq,timestamp,event_type,user_id,details,previous_hash,hash');
    assert.deepEqual(first.slice(3, 6), ['login', 'ada', '{"n":1}']);
    assert.equal(second[6], first[7]);
    assert.equal(second[4], '\'=HYPERLINK("x")');
    assert.deepEqual(JSON.parse(second[5] ?? ''), { text: 'a "b",\r\nc' });
  });
  it('is exported by type, user and time', async () => {
    const types = async (query: string) =>
      parseCsv((await get(`/export?${query}`)).text)
        .slice(1)
        .map((row) => row[3]);
    assert.deepEqual(await types('type=logout'), ['logout']);
    assert.deepEqual(await types('user_id=ada'), ['login']);
    assert.deepEqual(await types('to=2000-01-01T00:00:00Z'), []);
    assert.deepEqual(await types('from=2000-01-01T00:00:00Z'), ['login', 'logout']);
    assert.equal((await get('/export?from=yesterday')).status, 422);
  });
  it('is for administrators', async () => {
    for (const path of ['/logs', '/verify', '/export']) {
      assert.equal((await get(path, 'user')).status, 403, path);
      assert.equal((await app.call('GET', `/api/audit${path}`)).status, 401, path);
    }
  });
});
