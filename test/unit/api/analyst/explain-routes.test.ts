/** POST and GET /modules/analyst/explain/{scenario_id} */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { uuidV5 } from '../../../../mongo/derived-ids.ts';
import type { UserRecord } from '../../../../mongo/users.ts';
import { addUser } from '../../../support/callers/accounts.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { solve } from '../../../support/engine/solve.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { type MemorySolves, memorySolves } from '../../../support/stores/memory-solves.ts';

describe('the explanation of a scenario', () => {
  let solves: MemorySolves;
  let app: TestApp;
  let ann: UserRecord;
  let now = new Date('2026-11-21T12:00:00.000Z');
  const payload = threeBus();
  const tokenOf = ({ user_id: userId }: UserRecord) =>
    app.deps.tokens.sign({ userId, sessionId: randomUUID(), role: 'user' }, now);
  const call = async (method: 'GET' | 'POST', scenario: string, user = ann) => {
    const end = method === 'POST' ? '/generate' : '';
    const path = `/api/modules/analyst/explain/${scenario}${end}`;
    return app.call(method, path, { token: await tokenOf(user) });
  };
  before(async () => {
    solves = memorySolves();
    app = await startApp({ deps: { ...solves.deps, now: () => now } });
    ann = await addUser(app.deps, 'ann');
  });
  after(() => app.close());

  it('is a conflict before a solve has completed, and unknown before it was generated', async () => {
    await solves.add({ userId: ann.user_id, scenarioId: 'ring', payload });
    assert.equal((await call('POST', 'ring')).status, 409);
    assert.equal((await call('GET', 'ring')).status, 409);
    const result = await solve('scuc', payload);
    await solves.add({ userId: ann.user_id, scenarioId: 'ring', payload, result });
    const { status, body } = await call('GET', 'ring');
    assert.equal(status, 404);
    assert.match(body.detail, /no explanation yet/);
  });
  it('is generated once per solve', async () => {
    const first = await call('POST', 'ring');
    assert.equal(first.status, 200, first.text);
    assert.equal(first.body.status, 'generated');
    assert.equal(first.body.generated_at, '2026-11-21T12:00:00.000Z');
    assert.deepEqual(Object.keys(first.body.artifacts[0]).sort(), [
      'artifact_id',
      'created_at',
      'title',
      'type',
    ]);
    now = new Date('2026-11-21T12:00:30.000Z');
    assert.deepEqual((await call('POST', 'ring')).body, first.body);
    const result = await solve('scuc', payload);
    await solves.add({ userId: ann.user_id, scenarioId: 'ring', payload, result });
    const second = await call('POST', 'ring');
    assert.notEqual(second.body.job_id, first.body.job_id);
    assert.equal(second.body.generated_at, '2026-11-21T12:00:30.000Z');
  });
  it('is read with its statements and figures', async () => {
    const { status, body } = await call('GET', 'ring');
    assert.equal(status, 200);
    const prices = body.artifacts.find(({ type }: { type: string }) => type === 'lmp_decomposition');
    assert.match(prices.statement, /^Prices differ most at hour 0, by 40\.00 \$\/MWh/);
    assert.equal(prices.data.hours[0].spread_usd_per_mwh, 40);
  });
  it('is its owner’s alone', async () => {
    const ben = await addUser(app.deps, 'ben');
    for (const method of ['GET', 'POST'] as const) {
      assert.equal((await call(method, 'ring', ben)).status, 404);
      assert.equal((await call(method, 'missing')).status, 404);
    }
  });
});

describe('the id of an artifact', () => {
  it('is a UUID of version 5 that depends on the job and the type alone', () => {
    const job = '6ba7b810-9dad-41d1-80b4-00c04fd430c8';
    const id = uuidV5(job, 'summary');
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.equal(uuidV5(job, 'summary'), id);
    assert.notEqual(uuidV5(job, 'infeasibility'), id);
    assert.notEqual(uuidV5(randomUUID(), 'summary'), id);
  });
});
