/** Connection studies over HTTP, on all processes: intervals, bad input, cancel and resume. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { checkCertificate } from '../../api/client/offline/check-certificate.ts';
import { readEvidence } from '../../api/client/offline/read-certificate.ts';
import type { ConnectionResults } from '../../temporal/case/messages/connection.ts';
import type { SignedConnections, SignedRun } from '../../temporal/case/messages/signed-certificate.ts';
import type { Network } from '../../temporal/case/messages/stored-records.ts';
import { canonicalSha256 } from '../../temporal/json/sha256.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

const LIMIT_S = 240;
const STUDIES = '/api/connection-studies';

interface Study {
  readonly study_id: string;
  readonly status: string;
  readonly error: object | null;
  readonly parts_done: number;
  readonly warnings?: readonly string[];
}

describe('connection studies over HTTP', function () {
  this.timeout(LIMIT_S * 1000);
  let api: ApiClient;
  before(async () => {
    api = await newUser(await runningStack());
  });

  const submit = async (body: object): Promise<string> => {
    const { status, body: handle } = await api.request<Study>('POST', STUDIES, { body });
    assert.equal(status, 202, JSON.stringify(handle));
    return handle.study_id;
  };
  const until = async (id: string, wanted: readonly string[]): Promise<Study> => {
    for (const end = Date.now() + LIMIT_S * 1000; ; await delay(500)) {
      const { body } = await api.request<Study>('GET', `${STUDIES}/${id}`);
      if (wanted.includes(body.status)) return body;
      assert.ok(Date.now() < end, JSON.stringify(body));
    }
  };
  const resultsOf = async (id: string): Promise<ConnectionResults> => {
    const study = await until(id, ['completed', 'failed']);
    assert.equal(study.status, 'completed', JSON.stringify(study));
    return (await api.request<ConnectionResults>('GET', `${STUDIES}/${id}/results`)).body;
  };
  const six = {
    network_id: 'demo-6bus',
    candidates: [
      { bus: 4, kind: 'load' },
      { bus: 5, kind: 'storage' },
    ],
    ...{ max_mw: 150, days: 1, flexible_hours: [3] },
  };

  it('encloses the power of each candidate, with limits, a remedy and the operation', async () => {
    const id = await submit(six);
    const { base, candidates } = await resultsOf(id);
    assert.deepEqual([base.serves, base.message], [true, null]);
    assert.deepEqual(
      candidates.map(({ bus, kind }) => [bus, kind]),
      [
        [4, 'load'],
        [5, 'storage'],
      ],
    );
    for (const { firm_mw, flexible_mw, binding, remedy, operation } of candidates) {
      const [flexible] = flexible_mw;
      assert.ok(firm_mw.at_least > 0 && firm_mw.at_least <= firm_mw.at_most && firm_mw.at_most <= 150);
      assert.ok(flexible && flexible.hours === 3 && flexible.at_most >= firm_mw.at_most);
      assert.ok(flexible.at_least >= firm_mw.at_least && flexible.at_least <= flexible.at_most);
      assert.equal(binding.length > 0, firm_mw.at_most < 150);
      assert.equal(remedy !== null, binding.length > 0);
      assert.ok(operation);
      const run = await api.request<{ results: { total_cost_usd: number } }>(
        'GET',
        `/api/model-builder/executions/${operation.execution_id}`,
      );
      assert.equal(run.body.results.total_cost_usd, operation.total_cost_usd);
    }
    const csv = await api.request<string>('GET', `${STUDIES}/${id}/results?format=csv`);
    assert.equal(csv.body.trim().split('\r\n').length, 5);
    assert.equal((await api.request('POST', `${STUDIES}/${id}/resume`)).status, 409);
    const signed = await api.request<SignedConnections>('GET', `${STUDIES}/${id}/certificate`);
    const { results_sha256, runs } = signed.body.statement;
    assert.equal(results_sha256, canonicalSha256({ study_id: id, base, candidates }));
    for (const { execution_id, root_sha256 } of runs) {
      const path = `/api/model-builder/executions/${execution_id}/certificate`;
      const run = await api.request<SignedRun>('GET', path);
      assert.equal(run.body.statement.root_sha256, root_sha256);
    }
    assert.deepEqual((await api.request('GET', `${STUDIES}/${id}/certificate`)).body, signed.body);
    const listed = await api.request<{ executions: object[] }>('GET', '/api/model-builder/executions');
    assert.equal(listed.body.executions.length, 0);
  });

  it('connects at most as much to the units that are on without it', async () => {
    const one = { ...six, candidates: [{ bus: 4, kind: 'load' }], flexible_hours: [] };
    const [free, committed] = await Promise.all(
      ['free', 'committed'].map(async (redispatch) => resultsOf(await submit({ ...one, redispatch }))),
    );
    const [freely, kept] = [free?.candidates[0]?.firm_mw, committed?.candidates[0]?.firm_mw];
    assert.ok(freely && kept && kept.at_least > 0);
    assert.ok(
      kept.at_most <= freely.at_most + 1e-6 && kept.at_least <= freely.at_most,
      JSON.stringify([freely, kept]),
    );
  });

  it('tries a power on the scarcest days of a long study, then on all, and prints a report', async () => {
    const days = 9;
    const long = { ...six, candidates: [{ bus: 4, kind: 'load' }], flexible_hours: [], days };
    const { body: network } = await api.request<Network>('GET', '/api/networks/demo-6bus');
    const loads = network.loads.map(({ values, ...load }) => ({
      ...load,
      values: Array.from({ length: 24 * days }, (_, t) => (values[t % 24] ?? 0) * (t < 100 ? 1 : 0.95)),
    }));
    const put = await api.request('PUT', '/api/networks/nine', { body: { ...network, loads } });
    assert.equal(put.status, 201, JSON.stringify(put.body));
    const id = await submit({ ...long, network_id: 'nine' });
    const { candidates } = await resultsOf(id);
    const [{ firm_mw, wide, bound_ids } = assert.fail()] = candidates;
    const [{ firm_mw: ofDay } = assert.fail()] = (await resultsOf(await submit({ ...long, days: 1 })))
      .candidates;
    assert.ok(firm_mw.at_least > 0 && firm_mw.at_least <= firm_mw.at_most, JSON.stringify(firm_mw));
    assert.ok(firm_mw.at_least <= ofDay.at_most && firm_mw.at_most <= ofDay.at_most + 1e-6);
    assert.equal(wide === undefined, firm_mw.at_most - firm_mw.at_least <= 0.02 * firm_mw.at_most);
    assert.ok(bound_ids.length > 0);
    const path = `/api/model-builder/executions/${firm_mw.execution_id}/days`;
    assert.equal((await api.request<{ total: number }>('GET', path)).body.total, days);
    const report = await api.request<string>('GET', `${STUDIES}/${id}/report.html`);
    const keys = await api.request<object>('GET', '/.well-known/jwks.json');
    const checked = await checkCertificate({
      ...readEvidence(report.body),
      ...{ keys: keys.body, areKeysInside: false },
    });
    assert.deepEqual(
      checked.findings.map(({ part, fits }) => [part, fits]),
      [
        ...['certificate', 'page', 'key'].map((part) => [part, true]),
        ...['signature', 'results', 'figures'].map((part) => [part, true]),
        ['rules', null],
      ],
    );
  });

  it('says why nothing can connect to a network that cannot serve its load', async () => {
    const { body } = await api.request<Network>('GET', '/api/networks/demo-6bus');
    const loads = body.loads.map((load) => ({ ...load, values: load.values.map((mw) => 3 * mw) }));
    await api.request('PUT', '/api/networks/short', { body: { ...body, loads } });
    const { base, candidates } = await resultsOf(await submit({ ...six, network_id: 'short' }));
    assert.equal(base.serves, false);
    assert.match(base.message ?? '', /MWh not served/);
    assert.deepEqual(candidates[0]?.firm_mw, { at_least: 0, at_most: 0, execution_id: null });
  });

  it('refuses bad input at its place', async () => {
    const { body } = await api.request<Network>('GET', '/api/networks/demo-6bus');
    const buses = [...body.buses, { id: 99, name: 'Alone', v_nom_kv: 220, type: 'pq' }];
    const alone = await api.request('PUT', '/api/networks/alone', { body: { ...body, buses } });
    assert.ok(alone.status < 300, JSON.stringify(alone.body));
    for (const [change, loc] of [
      [{ candidates: [{ bus: 77, kind: 'load' }] }, 'body.candidates.0.bus'],
      [{ candidates: [{ bus: 4, kind: 'lode' }] }, 'body.candidates.0.kind'],
      [{ candidates: { kind: 'load', buses: [4, 78] } }, 'body.candidates.buses.1'],
      [{ candidates: { kind: 'load', buses: { area: 'x' } } }, 'body.candidates.buses.area'],
      [{ candidates: [] }, 'body.candidates'],
      [{ candidates: new Array(200_000).fill({}) }, 'body.candidates'],
      [{ candidates: { kind: 'load', buses: new Array(200_000).fill(4) } }, 'body.candidates'],
      [{ candidates: [{ bus: { x: new Array(1000).fill('y') }, kind: 'load' }] }, 'body.candidates.0.bus'],
      [{ network_id: 'alone', candidates: [{ bus: 99, kind: 'load' }] }, 'body.candidates.0.bus'],
      [{ max_mw: 0 }, 'body.max_mw'],
      [{ profile: [1, 0.5] }, 'body.profile'],
      [{ profile: 2 }, 'body.profile'],
      [{ start: '2020-01-01' }, 'body.start'],
      [{ hourz: 3 }, 'body.hourz'],
    ] as const) {
      const reply = await api.request<{ detail: { loc: string[] }[] }>('POST', STUDIES, {
        body: { ...six, ...change },
      });
      const text = JSON.stringify(reply.body);
      assert.equal(reply.status, 422, text);
      assert.ok(text.length < 2000, `${text.length} characters`);
      assert.equal(reply.body.detail[0]?.loc.join('.'), loc, text);
    }
  });

  it('is cancelled and resumed, and ends with the results of a study that was not', async () => {
    const whole = await resultsOf(await submit(six));
    const id = await submit(six);
    await until(id, ['running']);
    assert.equal((await api.request('DELETE', `${STUDIES}/${id}`)).status, 202);
    assert.equal((await until(id, ['cancelled', 'completed'])).status, 'cancelled');
    assert.equal((await api.request('GET', `${STUDIES}/${id}/results`)).status, 409);
    assert.equal((await api.request('POST', `${STUDIES}/${id}/resume`)).status, 202);
    const resumed = await resultsOf(id);
    const figures = ({ candidates }: ConnectionResults) =>
      candidates.map(({ firm_mw, flexible_mw, binding }) => [
        [firm_mw, ...flexible_mw].map(({ at_least, at_most }) => [at_least, at_most]),
        binding,
      ]);
    assert.deepEqual(figures(resumed), figures(whole));
  });
});
