/** Line limits and thresholds over HTTP. */
import assert from 'node:assert/strict';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';
import { tokenOf } from '../../../../support/callers/accounts.ts';
import { generator } from '../../../../support/cases/payloads.ts';
import { startApp, type TestApp } from '../../../../support/stack/app.ts';

const network = (line: object) => ({
  buses: [
    { id: 1, v_nom_kv: 110 },
    { id: 2, v_nom_kv: 110 },
  ],
  lines: [{ id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, ...line }],
  generators: [generator()],
  loads: [{ bus: 2, values: [50] }],
});

describe('line limits', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp({ settings: { PF_LOADING_WARN_PCT: 80 } });
  });
  after(() => app.close());
  beforeEach(async () => {
    token = await tokenOf(app.deps);
  });

  const limit = (query: Record<string, string>) =>
    app.call(
      'GET',
      `/modules/power-flow/line-limits?${new URLSearchParams({ season: 'winter', ...query })}`,
      { token },
    );
  const put = (id: string, line: object) =>
    app.call('PUT', `/api/networks/${id}`, { token, body: network(line) });

  it("come from the caller's networks, the last changed first, then from the shared ones", async () => {
    const seeded = (await limit({ line_id: 'L1' })).body;
    assert.deepEqual(
      [seeded.network_id, seeded.base_rating_mva, seeded.ambient_temp_c],
      ['demo-3bus', 250, 10],
    );
    await put('old', { s_nom_mva: 80 });
    await put('new', { s_nom_mva: 100 });
    const newest = (await limit({ line_id: 'L1' })).body;
    assert.deepEqual([newest.network_id, newest.thermal_limit_mva], ['new', 124]);
    const ofNetwork = (await limit({ line_id: 'L1', network_id: 'old' })).body;
    assert.deepEqual([ofNetwork.network_id, ofNetwork.thermal_limit_mva], ['old', 99.2]);
    assert.equal((await limit({ line_id: 'L3' })).body.network_id, 'demo-3bus');
  });

  it('are never invented', async () => {
    await put('unrated', { s_nom_mva: null });
    const { status, body } = await limit({ line_id: 'L1' });
    assert.deepEqual([status, body.detail], [404, "Line 'L1' has no rating"]);
    assert.equal((await limit({ line_id: 'L3', network_id: 'unrated' })).status, 404);
    assert.equal(
      (await limit({ line_id: 'L3', network_id: 'none' })).body.detail,
      "Network 'none' not found",
    );
  });

  it('of others are not seen', async () => {
    await put('mine', { id: 'MINE', s_nom_mva: 100 });
    assert.equal((await limit({ line_id: 'MINE' })).status, 200);
    token = await tokenOf(app.deps);
    assert.equal((await limit({ line_id: 'MINE' })).status, 404);
  });

  it('stand beside the thresholds of the checks, as they are set', async () => {
    const { limits } = (await app.call('GET', '/api/modules/power-flow/limits', { token })).body;
    assert.equal(limits.length, Object.keys(DEFAULT_LIMITS).length);
    const [warn] = limits.filter(({ name }: { name: string }) => name === 'PF_LOADING_WARN_PCT');
    assert.deepEqual([warn.value, warn.unit, typeof warn.description], [80, '%', 'string']);
  });

  it('and checks answer with findings if no number applies', async () => {
    const raw =
      '{"lines":[{"id":"a","flow_mva":1e999,"thermal_limit_mva":1},{"id":"b","flow_mva":1e308,"thermal_limit_mva":1e-308}]}';
    const { status, body } = await app.call('POST', '/modules/power-flow/check-violations', { token, raw });
    assert.deepEqual([status, body.violations, body.warnings.length], [200, ['b'], 1]);
    assert.ok(Number.isFinite(body.violation_details[0].loading_pct));
  });
});
