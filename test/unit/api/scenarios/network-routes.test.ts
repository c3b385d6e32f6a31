/** The network routes: successful calls and refusals. */
import assert from 'node:assert/strict';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { generator } from '../../../support/cases/payloads.ts';
import { tellRules } from '../../../support/dialogues/tell-rules.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';

const network = {
  buses: [
    { id: 1, name: 'West', v_nom_kv: 110, type: 'slack' },
    { id: 2, v_nom_kv: 110 },
  ],
  lines: [{ id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, s_nom_mva: 80 }],
  generators: [generator()],
  loads: [{ bus: 2, values: [50, 60] }],
};

const values = {
  network,
  second: { ...network, loads: [{ bus: 2, values: [70] }], name: 'Second', license: 'CC0' },
  buses: network.buses,
  generator: generator(),
  nowhere: generator({ bus: 7 }),
  rampless: generator({ ramp_up: 0 }),
  dated: { ...generator(), maintenance: [{ from: '2024-07-02', to: '2024-07-04' }] },
};

describe('networks', () => {
  tellRules('scenarios/networks.tsv', { values });

  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  after(() => app.close());
  const get = async (id: string) => (await app.call('GET', `/api/networks/${id}`, { token })).body;
  const put = (id: string, body: object) => app.call('PUT', `/api/networks/${id}`, { token, body });

  it('turn ohm into per unit and back, and keep seasons and lengths', async () => {
    const optionalFields = {
      ratings_mva: { summer: 70, winter: 90, spring_fall: 80 },
      length_km: 12,
      s_nom_mva: null,
    };
    const line = { id: 'L1', from_bus: 1, to_bus: 2, x_ohm: 24.2, r_ohm: 2, ...optionalFields };
    await put('ohm', { ...network, lines: [line] });
    const [stored] = (await get('ohm')).lines;
    assert.ok(Math.abs(stored.x_pu - 0.2) < 1e-12);
    assert.deepEqual({ ...stored, ...optionalFields }, stored);
    await put('per-unit', network);
    assert.ok(Math.abs((await get('per-unit')).lines[0].x_ohm - 12.1) < 1e-9);
  });

  it('that are shared have a year of load where they say so', async () => {
    const body = await get('rts24');
    assert.deepEqual([body.owner, body.buses.length, body.lines.length], [null, 24, 34]);
    assert.ok(body.loads.every((load: { values: number[] }) => load.values.length === 8736));
  });
});
