/** The repair of an infeasible job over HTTP: the case that is submitted, and jobs without a repair. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { JobRecord } from '../../../../mongo/jobs.ts';
import { addSignedIn, tokenOf } from '../../../support/callers/accounts.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { SCENARIO_ID, type SolvingDeps, solvingDeps, USER_ID } from '../../../support/stack/solving-deps.ts';

/** A case with a load of 300 MW and a capacity of 200 MW. */
const TOO_MUCH = payload({
  loads: [{ bus: 1, values: [80, 300, 90] }],
  commitment_job_id: 'another job',
  options: { time_limit: 7 },
});

describe('the repair of a job', () => {
  let app: TestApp;
  let solving: SolvingDeps;
  let token: string;
  let infeasible: JobRecord;
  before(async () => {
    solving = solvingDeps();
    app = await startApp({ deps: solving.deps });
    ({ token } = await addSignedIn(app.deps, 'ann', { user_id: USER_ID }));
    infeasible = await solving.solved(TOO_MUCH, 'uc', { name: 'evening', tags: ['a'], time_limit_s: 7 });
  });
  after(() => app.close());

  const repair = (jobId: string, headers = {}, as = token, query = '') =>
    app.call('POST', `/api/modules/analyst/solve/${jobId}/repair${query}`, { token: as, headers });

  it('submits the changed case as a job like the first', async () => {
    const { status, headers, body } = await repair(infeasible._id);
    assert.equal(status, 202);
    assert.equal(headers.get('location'), `/api/modules/analyst/solve/${body.job_id}/status`);
    const job = solving.jobs.get(body.job_id);
    assert.ok(job);
    const { name, tags, job_type, scenario_id, time_limit_s, user_id, repair_of } = job;
    assert.deepEqual(
      { name, tags, job_type, scenario_id, time_limit_s, user_id, repair_of },
      {
        name: 'evening repaired',
        tags: ['a'],
        job_type: 'uc',
        scenario_id: SCENARIO_ID,
        time_limit_s: 7,
        user_id: USER_ID,
        repair_of: infeasible._id,
      },
    );
    const { commitment_job_id: _, ...rest } = TOO_MUCH;
    const stored = await solving.deps.documents.get('payload', body.job_id);
    assert.deepEqual(stored, { ...rest, loads: [{ bus: 1, values: [80, 200, 90] }] });
    assert.equal((await solving.deps.documents.get('result', body.job_id))?.certificate?.verified, true);
    const [entry] = await app.deps.audit.list({ type: 'solve_submitted', limit: 1 });
    assert.equal(entry?.details['job_id'], body.job_id);
  });

  it('is submitted once for a key, and the key stands for one job', async () => {
    const headers = { 'idempotency-key': 'k' };
    const first = await repair(infeasible._id, headers);
    const again = await repair(infeasible._id, headers);
    assert.equal(again.body.job_id, first.body.job_id);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    const other = await solving.solved(TOO_MUCH);
    assert.equal((await repair(other._id, headers)).status, 409);
  });

  it('leaves the scenario as it is, unless it is asked to make a version of it', async () => {
    const { commitment_job_id: _, ...casePayload } = TOO_MUCH;
    const path = '/api/scenarios/own';
    const put = await app.call('PUT', path, { token, body: { payload: casePayload } });
    const ended = { ...(await solving.solved(TOO_MUCH)), scenario_id: 'own' };
    solving.jobs.set(ended._id, ended);
    await repair(ended._id);
    const after = await app.call('GET', path, { token });
    assert.deepEqual([after.body.version, after.body.last_job_id], [put.body.version, null]);
    const { body } = await repair(`${ended._id}`, {}, token, '?new_version=true');
    const scenario = await app.call('GET', path, { token });
    assert.deepEqual(scenario.body.payload.loads, [{ bus: 1, values: [80, 200, 90] }]);
    assert.deepEqual([scenario.body.last_job_id, scenario.body.versions.length], [body.job_id, 2]);
  });

  it('makes no version of a scenario of a case that a run has made', async () => {
    const part = { ...(await solving.solved(TOO_MUCH)), scenario_id: 'not own' };
    solving.jobs.set(part._id, { ...part, parent: { type: 'experiment', id: 'x', index: 0 } });
    assert.equal((await repair(part._id, {}, token, '?new_version=true')).status, 409);
    assert.equal((await repair(part._id)).status, 202);
    assert.equal(await solving.deps.scenarios.read(USER_ID, 'not own'), null);
  });

  it('is a conflict in words while there is nothing to repair, or no way', async () => {
    const running = await solving.solved(payload(), 'uc', { status: 'running', termination_status: null });
    const solved = await solving.solved(payload());
    const cancelled = await solving.solved(payload(), 'uc', { status: 'cancelled' });
    for (const [{ _id }, words] of [
      [running, /is running/],
      [solved, /ended OPTIMAL/],
      [cancelled, /was cancelled/],
    ] as const) {
      const { status, body } = await repair(_id);
      assert.equal(status, 409);
      assert.match(body.detail, words);
    }
  });

  it('is refused to other users, and to users who may not submit such a job', async () => {
    assert.equal((await repair(infeasible._id, {}, await tokenOf(app.deps))).status, 404);
    assert.equal((await repair(randomUUID())).status, 404);
    const secure = await solving.solved(TOO_MUCH, 'scuc');
    await app.deps.subscriptions.grant(USER_ID, 'analyst', 'basic', app.deps.now());
    const { status, body } = await repair(secure._id);
    assert.deepEqual([status, body.detail], [403, 'Module analyst needs access level standard, not basic']);
  });
});
