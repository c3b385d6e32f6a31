/** What is stored of a job, as clients read it: results and cases, whole or some of their fields. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import { addUser, tokenOf } from '../../../support/callers/accounts.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { solve } from '../../../support/engine/solve.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { type MemorySolves, memorySolves } from '../../../support/stores/memory-solves.ts';

describe('the result and the case of a job over HTTP', () => {
  let app: TestApp;
  let solves: MemorySolves;
  let token: string;
  let result: SolveResult;
  let jobId: string;
  before(async () => {
    solves = memorySolves();
    app = await startApp({ deps: solves.deps });
    const { user_id: userId } = await addUser(app.deps, 'ann');
    token = await app.deps.tokens.sign({ userId, sessionId: randomUUID(), role: 'user' }, app.deps.now());
    result = await solve('uc', payload());
    jobId = await solves.add({ userId, scenarioId: 's', payload: payload(), result });
  });
  after(() => app.close());

  const read = (path: string, as = token) =>
    app.call('GET', `/api/modules/analyst/solve/${jobId}/${path}`, { token: as });

  it('are what is stored', async () => {
    const whole = await read('results');
    assert.equal(whole.headers.get('Content-Type'), 'application/json; charset=utf-8');
    const stored = JSON.parse(JSON.stringify(result));
    assert.deepEqual(whole.body, { job_id: jobId, status: 'completed', ...stored });
    assert.deepEqual((await read('payload')).body, payload());
  });

  it('are the fields that were asked for, and what a result always says', async () => {
    const { status, body } = await read('results?fields=total_cost_usd,lmp,storage');
    assert.equal(status, 200);
    const { termination_status, total_cost_usd, lmp } = result;
    assert.deepEqual(body, { job_id: jobId, status: 'completed', termination_status, total_cost_usd, lmp });
    assert.deepEqual((await read('payload?fields=loads')).body, { loads: payload().loads });
    assert.deepEqual((await read('payload?fields=storage')).body, {});
  });

  it('refuse names that they do not know, and say which they do', async () => {
    for (const [path, known] of [
      ['results?fields=lmp,price', 'total_cost_usd'],
      ['payload?fields=loads,', 'transmission_lines'],
    ] as const) {
      const { status, body } = await read(path);
      assert.equal(status, 422, path);
      assert.deepEqual(body.detail[0].loc, ['query', 'fields']);
      assert.match(body.detail[0].msg, new RegExp(`\\b${known}\\b`));
    }
    const { status, body } = await read('results?format=csv&fields=lmp');
    assert.deepEqual([status, body.detail[0].loc], [422, ['query', 'fields']]);
  });

  it('are nobody else’s, and gone when they are no longer stored', async () => {
    const other = await tokenOf(app.deps);
    for (const path of ['results', 'payload']) {
      const { status, body } = await read(path, other);
      assert.deepEqual([status, body.detail], [404, 'Job not found']);
    }
    solves.forget(jobId);
    assert.equal((await read('results')).body.detail, 'The result of this job is no longer stored');
    assert.equal((await read('payload')).body.detail, 'The case of this job is no longer stored');
  });
});
