/** The solve routes over HTTP, on all processes: from a submission to a checked answer, and every refusal. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { generator, payload } from '../support/cases/payloads.ts';
import { newUser, type RunningStack, runningStack } from '../support/stack/running-stack.ts';

const threeBus = (): SolvePayload =>
  payload({
    horizon: 1,
    generators: [
      generator({ name: 'a', bus: 0, p_max: 200, p_min: 0, marginal_cost: 20, no_load_cost: 0 }),
      generator({ name: 'b', bus: 1, p_max: 100, p_min: 0, marginal_cost: 30, no_load_cost: 0 }),
      generator({ name: 'c', bus: 2, p_max: 100, p_min: 0, marginal_cost: 60, no_load_cost: 0 }),
    ],
    loads: [
      { bus: 1, values: [50] },
      { bus: 2, values: [150] },
    ],
    transmission_lines: [
      { id: 'L01', from_bus: 0, to_bus: 1, x_pu: 0.1 },
      { id: 'L12', from_bus: 1, to_bus: 2, x_pu: 0.1 },
      { id: 'L02', from_bus: 0, to_bus: 2, x_pu: 0.1, rating_mw: 60 },
    ],
  });

describe('solving over HTTP', function () {
  this.timeout(120_000);
  let running: RunningStack;
  let api: ApiClient;
  before(async () => {
    running = await runningStack();
    api = running.admin;
  });

  const post = (type: string, body: unknown, headers: Record<string, string> = {}) =>
    api.request<{ detail: { loc: unknown[]; type: string }[] }>('POST', `${SOLVE}/${type}`, {
      body,
      headers,
    });

  describe('a submission', () => {
    it('answers 202 at once with where the job is', async () => {
      const { status, headers, body } = await api.request<Record<string, string>>('POST', `${SOLVE}/uc`, {
        body: { scenario_id: 'walk', payload: payload() },
      });
      assert.equal(status, 202);
      assert.equal(body['status'], 'queued');
      assert.equal(body['status_url'], `${SOLVE}/${body['job_id']}/status`);
      assert.equal(headers.get('location'), body['status_url']);
      assert.match(headers.get('ratelimit-policy') ?? '', /^"solve";q=\d+;w=60$/);
      assert.ok(Number(headers.get('retry-after')) >= 1);
    });

    it('has its status at its own path, too', async () => {
      const jobId = await api.submit('uc', payload());
      await api.wait(jobId);
      const { status, body } = await api.request('GET', `${SOLVE}/${jobId}`);
      assert.deepEqual([status, body], [200, await api.status(jobId)]);
      assert.equal((await api.request('GET', `${SOLVE}/${randomUUID()}`)).status, 404);
    });

    it('works without the /api prefix too', async () => {
      const { status } = await api.request('POST', '/modules/analyst/solve/uc', {
        body: { scenario_id: 'walk', payload: payload() },
      });
      assert.equal(status, 202);
    });

    it('is solved to a verified optimum with prices', async () => {
      const result = await api.result(await api.submit('uc', payload()));
      assert.equal(result.termination_status, 'OPTIMAL');
      assert.equal(result.certificate?.verified, true);
      assert.equal(result.total_cost_usd, result.certificate?.recomputed_cost_usd);
      // g1 carries what it can; g2 starts for the 20 MW of hour 1, which is cheaper than staying on.
      assert.deepEqual(result.dispatch_mw, { g1: [80, 100, 90], g2: [0, 20, 0] });
      // 270 MWh at 20, 20 MWh at 40, four unit hours at 50 $/h, one start at 100 $.
      assert.equal(result.total_cost_usd, 6500);
    });

    it('prices congestion: 20, 40 and 60 $/MWh on three buses', async () => {
      const { lmp, lmp_components, certificate } = await api.result(await api.submit('scuc', threeBus()));
      assert.equal(certificate?.verified, true);
      assert.deepEqual(
        ['bus_0', 'bus_1', 'bus_2'].map((bus) => Math.round((lmp[bus]?.[0] ?? 0) * 1e6) / 1e6),
        [20, 40, 60],
      );
      for (const [bus, { energy, congestion, loss }] of Object.entries(lmp_components)) {
        const sum = (energy[0] ?? 0) + (congestion[0] ?? 0) + (loss[0] ?? 0);
        assert.ok(Math.abs(sum - (lmp[bus]?.[0] ?? 0)) < 1e-5, bus);
      }
    });

    it('dispatches the commitment of an earlier job', async () => {
      const uc = await api.submit('uc', payload());
      const { commitment, dispatch_mw } = await api.result(uc);
      const given = await api.result(await api.submit('ed', payload({ commitment })));
      const named = await api.result(await api.submit('ed', payload({ commitment_job_id: uc })));
      assert.deepEqual(given.dispatch_mw, dispatch_mw);
      assert.deepEqual(named.commitment, commitment);
      assert.equal(named.certificate?.verified, true);
    });

    it('begins from the schedule of an earlier job, and says so', async () => {
      const before = await api.submit('uc', payload());
      await api.result(before);
      const options = { warm_start_job_id: before };
      const result = await api.result(await api.submit('uc', payload({ options })));
      assert.deepEqual([result.total_cost_usd, result.certificate?.verified], [6500, true]);
      assert.ok(result.warnings.includes(`The warm start from job ${before} was used`));
      const { status, body } = await post('uc', {
        payload: payload({ options: { warm_start_job_id: randomUUID() } }),
        scenario_id: 'base',
      });
      assert.equal(status, 422);
      assert.deepEqual(body.detail[0]?.loc, ['body', 'payload', 'options', 'warm_start_job_id']);
    });

    it('answers engineering nonsense with INFEASIBLE and its causes', async () => {
      const result = await api.result(
        await api.submit('uc', payload({ loads: [{ bus: 1, values: [80, 500, 90] }] })),
      );
      assert.equal(result.termination_status, 'INFEASIBLE');
      assert.equal(result.objective_value, null);
      assert.deepEqual(result.commitment, {});
      const cause = result.infeasibility?.causes.find(({ code }) => code === 'CAPACITY_SHORTFALL');
      assert.equal(cause?.hour, 1);
      assert.equal(cause?.shortfall_mw, 300);
      const inverted = await api.result(
        await api.submit('uc', payload({ generators: [generator(), generator({ name: 'x', p_min: 200 })] })),
      );
      assert.ok(inverted.infeasibility?.causes.some(({ code }) => code === 'OUTPUT_LIMITS_INVERTED'));
    });
  });

  describe('a refusal', () => {
    const rows: [string, () => Promise<{ status: number; body: unknown }>, number][] = [
      ['400 for malformed JSON', () => post('uc', '{"payload": NaN}'), 400],
      ['415 for another media type', () => post('uc', 'a=1', { 'content-type': 'text/plain' }), 415],
      ['422 for a body without a payload', () => post('uc', { scenario_id: 's' }), 422],
      ['405 for another method', () => api.request('PUT', `${SOLVE}/uc`), 405],
      ['401 without a token', () => api.as(undefined).request('POST', `${SOLVE}/uc`, { body: {} }), 401],
      [
        '401 with a wrong token',
        () => api.as('nonsense').request('GET', `${SOLVE}/${randomUUID()}/status`),
        401,
      ],
      ['404 for an unknown job', () => api.request('GET', `${SOLVE}/${randomUUID()}/status`), 404],
      ['404 for the results of one', () => api.request('GET', `${SOLVE}/${randomUUID()}/results`), 404],
      ['404 for an unknown route', () => api.request('GET', '/api/nothing'), 404],
      [
        '503 for a solver that is not installed',
        () => post('uc', { scenario_id: 's', payload: payload({ solver: 'cplex' }) }),
        503,
      ],
      [
        '422 for a solver that nobody knows',
        () => post('uc', { scenario_id: 's', payload: { ...payload(), solver: 'magic' } }),
        422,
      ],
    ];
    for (const [reading, call, expected] of rows) {
      it(`is ${reading}`, async () => {
        const { status, body } = await call();
        assert.equal(status, expected, JSON.stringify(body));
      });
    }

    it('names every wrong field in the words of the client', async () => {
      const { status, body } = await post('scuc', {
        scenario_id: 's',
        payload: {
          ...payload({ loads: [{ bus: 1, values: [1] }] }),
          transmission_lines: [{ name: 'L', bus0: 1, bus1: 2, reactance: 0.1, capacity: 'much' }],
        },
      });
      assert.equal(status, 422);
      assert.deepEqual(
        body.detail.map(({ loc }) => loc),
        [['body', 'payload', 'transmission_lines', 0, 'capacity']],
      );
      const series = await post('uc', {
        scenario_id: 's',
        payload: payload({ loads: [{ bus: 1, values: [1] }] }),
      });
      assert.deepEqual(series.body.detail[0]?.loc, ['body', 'payload', 'loads', 0, 'values']);
    });

    it('stores nothing', async () => {
      const before = await api.request<{ total: number }>('GET', SOLVE);
      await post('uc', { scenario_id: 's', payload: payload({ horizon: 9 }) });
      const after = await api.request<{ total: number }>('GET', SOLVE);
      assert.equal(after.body.total, before.body.total);
    });
  });

  describe('another user', () => {
    it('is told that the job does not exist', async () => {
      const jobId = await api.submit('uc', payload());
      const stranger = await newUser(running);
      for (const [method, path] of [
        ['GET', 'status'],
        ['GET', 'results'],
        ['GET', 'events'],
        ['POST', 'stop'],
        ['DELETE', ''],
      ] as const) {
        const { status } = await stranger.request(method, `${SOLVE}/${jobId}${path && `/${path}`}`);
        assert.equal(status, 404, `${method} ${path}`);
      }
      assert.equal((await stranger.request<{ total: number }>('GET', SOLVE)).body.total, 0);
      await api.wait(jobId);
    });
  });

  describe('an idempotency key', () => {
    it('makes fifty submissions one job', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const body = { scenario_id: 'once', payload: payload() };
      const replies = await Promise.all(
        Array.from({ length: 50 }, () =>
          api.request<{ job_id: string }>('POST', `${SOLVE}/uc`, { body, headers }),
        ),
      );
      assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([202]));
      assert.equal(new Set(replies.map((reply) => reply.body.job_id)).size, 1);
      const replayed = replies.filter((reply) => reply.headers.get('idempotency-replayed') === 'true');
      assert.equal(replayed.length, 49);
    });

    it('cannot be used again for something else', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await post('uc', { scenario_id: 'a', payload: payload() }, headers);
      const second = await post('uc', { scenario_id: 'b', payload: payload() }, headers);
      assert.deepEqual([first.status, second.status], [202, 409]);
    });

    it('does not care about the order of keys', async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const first = await post('uc', { scenario_id: 'a', payload: payload() }, headers);
      const second = await post('uc', { payload: payload(), scenario_id: 'a' }, headers);
      assert.deepEqual([first.status, second.status], [202, 202]);
    });
  });

  describe('a dry run', () => {
    it('says what a submission would meet, and stores nothing', async () => {
      const before = await api.request<{ total: number }>('GET', SOLVE);
      const good = await post('validate?type=uc', { scenario_id: 's', payload: payload() });
      assert.equal(good.status, 200);
      const { valid, findings, size } = good.body as never as {
        valid: boolean;
        findings: unknown[];
        size: { rows: number; integers: number };
      };
      assert.ok(valid && findings.length === 0 && size.rows > 0 && size.integers > 0);
      const short = { ...payload(), loads: [{ bus: 1, values: [80, 500, 90] }] };
      const bad = await post('validate?type=uc', { scenario_id: 's', payload: short });
      assert.equal((bad.body as never as { valid: boolean }).valid, false);
      const after = await api.request<{ total: number }>('GET', SOLVE);
      assert.equal(after.body.total, before.body.total);
    });

    it('warns of what the solve would pass over, and mentions fields that nobody reads', async () => {
      const odd = { ...payload(), transmission_lines: threeBus().transmission_lines, solvr: 'highs' };
      const { body } = await post('validate?type=uc', { scenario_id: 's', payload: odd });
      const { findings } = body as never as { findings: Record<string, string>[] };
      assert.deepEqual(
        findings.map(({ severity, message }) => [severity, message]),
        [
          ['warning', 'Transmission lines are ignored by uc'],
          ['info', 'solvr is no field and is ignored; the nearest is solver'],
        ],
      );
    });

    it('refuses what a submission would refuse', async () => {
      const { status } = await post('validate?type=uc', {
        scenario_id: 's',
        payload: payload({ horizon: 9 }),
      });
      assert.equal(status, 422);
    });
  });

  describe('the solver module', () => {
    it('says what it can do, without a token', async () => {
      const { status, body } = await api
        .as(undefined)
        .request<{ loaded: boolean; supported_solvers: string[] }>('GET', `${SOLVE}/enhanced-uc/health`);
      assert.equal(status, 200);
      assert.ok(body.loaded && body.supported_solvers.includes('highs'));
    });
    it('has a health route of its own', async () => {
      const response = await fetch(new URL('/health', String(running.stack.solver_url)));
      const body = (await response.json()) as { status: string; version: string };
      assert.deepEqual([response.status, body.status, typeof body.version], [200, 'healthy', 'string']);
    });
  });
});
