/** Scenarios and networks over HTTP, on all processes. */
import assert from 'node:assert/strict';
import type { Network } from '../../temporal/case/messages/network-record.ts';
import type { Scenario } from '../../temporal/case/messages/stored-records.ts';
import type { ApiClient } from '../support/callers/api-client.ts';
import { generator, payload } from '../support/cases/payloads.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

describe('scenarios and networks over HTTP', function () {
  this.timeout(60_000);
  let api: ApiClient;
  before(async () => {
    api = await newUser(await runningStack());
  });

  const scenario = async (id: string) => (await api.request<Scenario>('GET', `/api/scenarios/${id}`)).body;

  it('a submission leaves its payload as a scenario, which can be solved again', async () => {
    const jobId = await api.submit('uc', payload(), { scenario_id: 'walk' });
    const stored = await scenario('walk');
    assert.deepEqual([stored.last_job_id, stored.payload], [jobId, payload()]);
    const again = await api.submit('uc', stored.payload, { scenario_id: 'walk' });
    assert.equal((await api.wait(again)).status, 'completed');
    const { last_job_id, versions } = await scenario('walk');
    assert.deepEqual([last_job_id, versions.length], [again, 1]);
  });

  it('twenty submissions of one id at the same time are all accepted, and the last payload is whole', async () => {
    const payloads = Array.from({ length: 20 }, (_, i) =>
      payload({ generators: [generator({ p_max: 200 + i })] }),
    );
    const ids = await Promise.all(payloads.map((each) => api.submit('uc', each, { scenario_id: 'burst' })));
    const { last_job_id, payload: last, versions } = await scenario('burst');
    assert.equal(versions.length, 20);
    assert.deepEqual(last, payloads[ids.indexOf(last_job_id ?? '')]);
  });

  it('a shared scenario is solved as it is', async () => {
    const { job_type, payload: shared } = await scenario('demo-24h');
    const jobId = await api.submit(job_type, shared);
    assert.equal((await api.wait(jobId)).status, 'completed');
  });

  it('a network is stored, changed under If-Match, and deleted', async () => {
    const { body: seed } = await api.request<Network>('GET', '/api/networks/demo-6bus');
    const put = (body: object, headers = {}) =>
      api.request<Network>('PUT', '/api/networks/mine', { body, headers });
    const first = await put({ ...seed, name: 'Mine' });
    assert.deepEqual([first.status, first.body.version], [201, seed.version]);
    const etag = { 'If-Match': first.headers.get('etag') ?? '' };
    assert.equal((await put({ ...seed, base_mva: 100, loads: [] }, etag)).status, 200);
    assert.equal((await put(seed, etag)).status, 409);
    assert.equal((await api.request('DELETE', '/api/networks/mine')).status, 204);
    assert.equal((await api.request('GET', '/api/networks/mine')).status, 404);
  });
});
