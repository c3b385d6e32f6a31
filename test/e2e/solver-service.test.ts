/** The solver service's own routes on the running stack: a durable solve, a dispatch, factors and a case. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { threeBus } from '../support/cases/three-bus.ts';
import { type RunningStack, runningStack } from '../support/stack/running-stack.ts';
import { until } from '../support/until.ts';

const { generators, transmission_lines: lines, loads } = threeBus();
const PAYLOAD = { generators, transmission_lines: lines, loads };

describe('the routes of the solver service', () => {
  let running: RunningStack;
  before(async () => {
    running = await runningStack();
  });
  const call = async (method: string, path: string, body?: object, secret = running.solverToken) => {
    const response = await fetch(new URL(path, String(running.stack.solver_url)), {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const solved = async (type: string, body: object) => {
    const accepted = await call('POST', `/solve/${type}`, body);
    assert.equal(accepted.status, 202, JSON.stringify(accepted.body));
    let answer = accepted;
    await until(async () => {
      answer = await call('GET', accepted.body.results_url);
      return answer.status !== 202;
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };

  it('ask for the token', async () => {
    assert.equal((await call('GET', '/solvers', undefined, 'another')).status, 401);
    assert.equal((await call('GET', '/health', undefined, 'another')).status, 200);
  });
  it('dispatch one interval durably, at prices 20, 40 and 60', async () => {
    const result = await solved('sced', { payload: PAYLOAD });
    assert.deepEqual(result.lmp, { bus_1: [20], bus_2: [40], bus_3: [60] });
    assert.ok(result.certificate.verified);
  });
  it('solve a job of a given id once', async () => {
    const job_id = randomUUID();
    const submission = { job_id, payload: { ...PAYLOAD, horizon: 1 } };
    const first = await solved('scuc', submission);
    assert.deepEqual(await solved('scuc', submission), first);
    const { body } = await call('GET', `/jobs/${job_id}`);
    assert.deepEqual([body.status, body.job_type], ['completed', 'scuc']);
    assert.equal((await call('DELETE', `/jobs/${job_id}`)).status, 409);
    assert.equal((await call('POST', '/solve/uc', submission)).status, 409);
  });
  it('compute factors', async () => {
    const ptdf = await call('POST', '/sensitivity/ptdf', { lines, slack_bus: 3, monitored: ['L13'] });
    assert.equal(ptdf.status, 200);
    assert.ok(Math.abs(ptdf.body.ptdf.L13[1] - 2 / 3) < 1e-8);
    const lodf = await call('POST', '/sensitivity/lodf', { lines, outages: ['L12'] });
    assert.deepEqual(lodf.body.lodf.L12, { L12: -1, L13: 1, L23: -1 });
  });
  it('keep cases', async () => {
    const buses = [1, 2, 3].map((id) => ({ id, v_nom_kv: 138 }));
    const network = { buses, lines, generators, loads };
    const { status, body } = await call('POST', '/cases', network);
    assert.equal(status, 201, JSON.stringify(body));
    const read = await call('GET', `/cases/${body.case_id}`);
    assert.equal(read.body.lines.length, 3);
    assert.equal((await call('DELETE', `/cases/${body.case_id}`)).status, 204);
    assert.equal((await call('GET', `/cases/${body.case_id}`)).status, 404);
  });
});
