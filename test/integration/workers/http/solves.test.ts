/** Solves over the solver service's own routes; the engine is the real one. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { type SolverServer, startSolverServer } from '../../../support/stack/solver-server.ts';

const PAYLOAD: SolvePayload = {
  generators: [aUnit('A'), aUnit('B', { marginal_cost: 30 })],
  loads: [{ bus: 1, values: [80, 120] }],
  horizon: 2,
};

describe('solves of the solver service', () => {
  let server: SolverServer;
  before(async () => {
    server = await startSolverServer();
  });
  after(() => server.close());
  const solved = async (type: string, body: object) => {
    const { status, body: accepted, headers } = await server.call('POST', `/solve/${type}`, body);
    assert.equal(status, 202, JSON.stringify(accepted));
    assert.equal(headers.get('location'), accepted.status_url);
    return (await server.call('GET', accepted.results_url)).body;
  };

  for (const [type, total] of [
    ['uc', 80 * 10 + 100 * 10 + 20 * 30],
    ['ed', 80 * 10 + 100 * 10 + 20 * 30],
  ] as const) {
    it(`are accepted, run and answered: ${type}`, async () => {
      const result = await solved(type, { payload: PAYLOAD });
      assert.deepEqual(
        [result.total_cost_usd, result.certificate.verified, result.termination_status],
        [total, true, 'OPTIMAL'],
      );
    });
  }
  it('know lines by the names of neighbouring tools', async () => {
    const lines = [{ name: 'L', bus0: 1, bus1: 2, x: 0.1, capacity: 40 }];
    const generators = [aUnit('A'), aUnit('B', { bus: 2, marginal_cost: 30 })];
    const loads = [{ bus: 2, values: [60] }];
    const payload = { generators, loads, horizon: 1, transmission_lines: lines };
    assert.deepEqual((await solved('scuc', { payload })).dispatch_mw, { A: [40], B: [20] });
  });
  it('take the options beside the payload over those in it', async () => {
    const options = { mip_gap: 0.05, time_limit: 7 };
    const { body } = await server.call('POST', '/solve/uc', {
      payload: { ...PAYLOAD, options: { mip_gap: 0.5 } },
      options,
    });
    const job = server.jobs.get(body.job_id);
    assert.deepEqual([job?.mip_gap, job?.time_limit_s, job?.user_id], [0.05, 7, 'solver-service']);
  });
  it('say how far the job is', async () => {
    const { body } = await server.call('POST', '/solve/uc', { payload: PAYLOAD });
    const { body: job } = await server.call('GET', `/jobs/${body.job_id}`);
    assert.deepEqual([job.status, job.job_type, job.progress], ['completed', 'uc', 100]);
  });
  it('are the same job under the same id, and refuse another one', async () => {
    const job_id = randomUUID();
    const first = await server.call('POST', '/solve/uc', { job_id, payload: PAYLOAD });
    const started = server.started.length;
    const again = await server.call('POST', '/solve/uc', { job_id, payload: PAYLOAD });
    assert.deepEqual([again.status, again.body], [202, first.body]);
    assert.equal(server.started.length, started);
    const other = await server.call('POST', '/solve/uc', {
      job_id,
      payload: { ...PAYLOAD, solver: 'highs' },
    });
    assert.equal(other.status, 409);
  });
  it('are written down', async () => {
    const { body } = await server.call('POST', '/solve/ed', { payload: PAYLOAD });
    const { event, details } = server.audited.at(-1) ?? assert.fail();
    assert.deepEqual(
      [event, Object.values(details).includes(body.job_id), 'ed'],
      ['solve_submitted', true, 'ed'],
    );
  });
  it('name every wrong field in the words of the client', async () => {
    const lines = [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, capacity: 'much' }];
    const { status, body } = await server.call('POST', '/solve/scuc', {
      payload: { ...PAYLOAD, transmission_lines: lines },
      timeout: 0,
    });
    assert.equal(status, 422);
    assert.deepEqual(body.detail, [
      {
        loc: ['body', 'timeout'],
        msg: 'Input should be greater than or equal to 1',
        type: 'greater_than_equal',
      },
      {
        loc: ['body', 'payload', 'transmission_lines', 0, 'capacity'],
        msg: 'Input should be a valid number',
        type: 'float_type',
      },
    ]);
  });
  it('refuse faults that a schema cannot find, and an unavailable solver', async () => {
    const short = { ...PAYLOAD, loads: [{ bus: 1, values: [80] }] };
    const wrong = await server.call('POST', '/solve/uc', { payload: short });
    assert.deepEqual(
      [wrong.status, wrong.body.detail[0].loc],
      [422, ['body', 'payload', 'loads', 0, 'values']],
    );
    const payload = { ...PAYLOAD, solver: 'cplex' };
    assert.equal((await server.call('POST', '/solve/uc', { payload })).status, 503);
    const late = { ...PAYLOAD, commitment_job_id: randomUUID() };
    assert.equal((await server.call('POST', '/solve/ed', { payload: late })).status, 422);
  });
  it('begin with the commitment of a completed job of this service only', async () => {
    const { body } = await server.call('POST', '/solve/uc', { payload: PAYLOAD });
    const again = async (warm_start_job_id: string) =>
      server.call('POST', '/solve/uc', { payload: PAYLOAD, options: { warm_start_job_id } });
    const job = server.jobs.get(body.job_id) ?? assert.fail();
    for (const [changes, status] of [
      [{ objective_value: 1 }, 202],
      [{ objective_value: null }, 422],
      [{ status: 'running' }, 422],
      [{ user_id: 'somebody' }, 422],
    ] as const) {
      server.jobs.set(body.job_id, { ...job, ...changes });
      assert.equal((await again(body.job_id)).status, status, JSON.stringify(changes));
    }
    const unknown = await again(randomUUID());
    assert.deepEqual(unknown.body.detail[0].loc, ['body', 'payload', 'options', 'warm_start_job_id']);
  });
  it('are dry-run by /validate', async () => {
    const { body } = await server.call('POST', '/validate?type=uc', PAYLOAD);
    assert.deepEqual([body.valid, body.findings, body.size.integers > 0], [true, [], true]);
    const wrong = await server.call('POST', '/validate?type=lp', PAYLOAD);
    assert.deepEqual([wrong.status, wrong.body.detail[0].loc], [422, ['query', 'type']]);
    const short = await server.call('POST', '/validate?type=uc', { ...PAYLOAD, horizon: 3 });
    assert.deepEqual([short.status, short.body.detail[0].loc], [422, ['body', 'loads', 0, 'values']]);
  });
});

describe('jobs of the solver service', () => {
  let server: SolverServer;
  beforeEach(async () => {
    server = await startSolverServer({ hold: true });
  });
  afterEach(() => server.close());
  const submitted = async (): Promise<string> =>
    (await server.call('POST', '/solve/uc', { payload: threeBus() })).body.job_id;
  const set = (id: string, changes: object): void => {
    const job = server.jobs.get(id) ?? assert.fail();
    server.jobs.set(id, { ...job, ...changes });
  };

  it('have no result while they wait', async () => {
    const { status, body, headers } = await server.call('GET', `/jobs/${await submitted()}/results`);
    assert.deepEqual([status, body.status, headers.get('retry-after')], [202, 'queued', '1']);
  });
  it('are cancelled once', async () => {
    const id = await submitted();
    assert.equal((await server.call('DELETE', `/jobs/${id}`)).status, 202);
    assert.deepEqual(server.cancelled, [id]);
    set(id, { status: 'cancelled' });
    assert.equal((await server.call('DELETE', `/jobs/${id}`)).status, 409);
    assert.equal((await server.call('GET', `/jobs/${id}/results`)).status, 409);
  });
  it('say why they failed, with 504 for a solver that never stopped', async () => {
    const id = await submitted();
    for (const [code, expected] of [
      ['SOLVER_ERROR', 409],
      ['SOLVER_TIMEOUT', 504],
    ] as const) {
      set(id, { status: 'failed', error: { code, message: 'it broke', retryable: true } });
      const { status, body } = await server.call('GET', `/jobs/${id}/results`);
      assert.deepEqual([status, body.code, body.detail], [expected, code, 'The job failed: it broke']);
    }
  });
  it('of the API are unknown here', async () => {
    const id = await submitted();
    set(id, { user_id: 'somebody' });
    for (const [method, path] of [
      ['GET', `/jobs/${id}`],
      ['GET', `/jobs/${id}/results`],
      ['DELETE', `/jobs/${id}`],
      ['GET', '/jobs/none'],
    ] as const)
      assert.equal((await server.call(method, path)).status, 404, path);
    const { status } = await server.call('POST', '/solve/uc', { job_id: id, payload: threeBus() });
    assert.equal(status, 409);
  });
  it('are accepted while Temporal does not answer, and cancelled only when it does', async () => {
    await server.close();
    const down = async () => Promise.reject(new Error('down'));
    const workflows = { start: down, state: down, cancel: down, stop: down };
    server = await startSolverServer({ deps: { workflows } });
    const id = await submitted();
    assert.equal((await server.call('GET', `/jobs/${id}`)).body.status, 'queued');
    assert.equal((await server.call('DELETE', `/jobs/${id}`)).status, 502);
  });
});
