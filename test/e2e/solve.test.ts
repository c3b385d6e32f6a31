/** The solve routes over HTTP, on all processes: from submission to verified result. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Reply } from '../../api/client/client.ts';
import type { Scenario } from '../../temporal/case/messages/stored-records.ts';
import { type ApiClient, SOLVE } from '../support/callers/api-client.ts';
import { persist } from '../support/callers/persist.ts';
import { generator, payload } from '../support/cases/payloads.ts';
import { threeBus } from '../support/cases/three-bus.ts';
import { runningStack } from '../support/stack/running-stack.ts';

describe('solving over HTTP', function () {
  this.timeout(120_000);
  let api: ApiClient;
  before(async () => {
    api = (await runningStack()).admin;
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

    it('is solved to a verified optimum, and leaves its payload as a scenario', async () => {
      const jobId = await api.submit('uc', payload(), { scenario_id: 'walk' });
      const result = await api.result(jobId);
      const { body: scenario } = await api.request<Scenario>('GET', '/api/scenarios/walk');
      assert.deepEqual([scenario.last_job_id, scenario.payload], [jobId, payload()]);
      assert.equal(result.termination_status, 'OPTIMAL');
      assert.equal(result.certificate?.verified, true);
      assert.equal(result.total_cost_usd, result.certificate?.recomputed_cost_usd);
      // g1 runs at Pmax; g2 starts for the 20 MW of hour 1, which is cheaper than staying on.
      assert.deepEqual(result.dispatch_mw, { g1: [80, 100, 90], g2: [0, 20, 0] });
      // 270 MWh at 20, 20 MWh at 40, four unit hours at 50 $/h, one start at 100 $.
      assert.equal(result.total_cost_usd, 6500);
      assert.deepEqual((await api.request('GET', `${SOLVE}/${jobId}`)).body, await api.status(jobId));
    });

    it('keeps the limits of interfaces, and is refused where one names a line that is not there', async () => {
      const interfaces = (line: string) => [{ id: 'I', lines: [{ id: line, factor: 1 }], p_max_mw: 50 }];
      const limited = await api.result(
        await api.submit('scuc', { ...threeBus(), interfaces: interfaces('L13') }),
      );
      assert.equal(limited.certificate?.verified, true);
      assert.deepEqual(limited.interface_flow_mw, { I: [50] });
      const { status, body } = await api.request<{ detail: readonly { loc: unknown }[] }>(
        'POST',
        `${SOLVE}/scuc`,
        { body: { scenario_id: 'walk', payload: { ...threeBus(), interfaces: interfaces('L99') } } },
      );
      assert.equal(status, 422);
      assert.deepEqual(body.detail[0]?.loc, ['body', 'payload', 'interfaces', 0, 'lines', 0, 'id']);
    });

    it('turns phase shifters within their limits, and is refused where these are in the wrong order', async () => {
      const shifters = (min_deg: number) => [{ line: 'L13', min_deg, max_deg: 1, cost_usd_per_deg_h: 1 }];
      const turned = await api.result(
        await api.submit('scuc', { ...threeBus(), phase_shifters: shifters(-1) }),
      );
      assert.equal(turned.certificate?.verified, true);
      assert.deepEqual(Object.keys(turned.phase_shift_deg ?? {}), ['L13']);
      const { status, body } = await api.request<{ detail: readonly { loc: unknown }[] }>(
        'POST',
        `${SOLVE}/scuc`,
        { body: { scenario_id: 'walk', payload: { ...threeBus(), phase_shifters: shifters(2) } } },
      );
      assert.equal(status, 422);
      assert.deepEqual(body.detail[0]?.loc, ['body', 'payload', 'phase_shifters', 0, 'min_deg']);
    });

    it('of one scenario twenty at the same time are all accepted, and its last payload is whole', async () => {
      const payloads = Array.from({ length: 20 }, (_, i) =>
        payload({ generators: [generator({ p_max: 200 + i })] }),
      );
      const ids = await Promise.all(
        payloads.map(async (each) => {
          const options = {
            body: { scenario_id: 'burst', payload: each },
            headers: { 'idempotency-key': randomUUID() },
          };
          const { body } = await persist(() =>
            api.request<{ job_id: string }>('POST', `${SOLVE}/uc`, options),
          );
          return body.job_id;
        }),
      );
      const { body: burst } = await api.request<Scenario>('GET', '/api/scenarios/burst');
      assert.equal(burst.versions.length, 20);
      assert.deepEqual(burst.payload, payloads[ids.indexOf(burst.last_job_id ?? '')]);
    });

    it('dispatches the commitment of an earlier job, or begins from it', async () => {
      const uc = await api.submit('uc', payload());
      const { commitment, dispatch_mw } = await api.result(uc);
      const withCommitment = await api.result(await api.submit('ed', payload({ commitment })));
      const withJobId = await api.result(await api.submit('ed', payload({ commitment_job_id: uc })));
      assert.deepEqual(withCommitment.dispatch_mw, dispatch_mw);
      assert.deepEqual(withJobId.commitment, commitment);
      assert.equal(withJobId.certificate?.verified, true);
      const options = { warm_start_job_id: uc };
      const warm = await api.result(await api.submit('uc', payload({ options })));
      assert.deepEqual([warm.total_cost_usd, warm.certificate?.verified], [6500, true]);
      assert.ok(warm.warnings.includes(`The warm start from job ${uc} was used`));
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
  });

  it('a dry run reports what a submission would meet, and stores nothing', async () => {
    const jobs = async () => (await api.request<{ total: number }>('GET', SOLVE)).body.total;
    const before = await jobs();
    const dryRun = (changes: object) => {
      const body = { scenario_id: 's', payload: { ...payload(), ...changes } };
      return api.request<Reply<'postModulesAnalystSolveValidate'>>('POST', `${SOLVE}/validate?type=uc`, {
        body,
      });
    };
    const { valid, findings, size } = (await dryRun({})).body;
    assert.ok(valid && findings.length === 0 && size && size.rows > 0 && size.integers > 0);
    assert.equal((await dryRun({ loads: [{ bus: 1, values: [80, 500, 90] }] })).body.valid, false);
    assert.equal((await dryRun({ horizon: 9 })).status, 422);
    const odd = (await dryRun({ transmission_lines: threeBus().transmission_lines, solvr: 'highs' })).body;
    assert.deepEqual(
      odd.findings.map(({ severity, message }) => [severity, message]),
      [
        ['warning', 'Transmission lines are ignored by uc'],
        ['info', 'solvr is not a field and is ignored; the nearest is solver'],
      ],
    );
    assert.equal(await jobs(), before);
  });

  it('the solver module lists its capabilities, without a token', async () => {
    const { body } = await api
      .as(undefined)
      .request<{ loaded: boolean; supported_solvers: string[] }>('GET', `${SOLVE}/enhanced-uc/health`);
    assert.ok(body.loaded && body.supported_solvers.includes('highs'));
  });
});
