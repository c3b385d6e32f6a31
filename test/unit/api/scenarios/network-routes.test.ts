/** The network routes, good and bad. */
import assert from 'node:assert/strict';
import type { Network } from '../../../../temporal/case/messages/network-record.ts';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { generator } from '../../../support/cases/payloads.ts';
import { type CallOptions, startApp, type TestApp } from '../../../support/stack/app.ts';

const SEEDS = ['demo-3bus', 'demo-6bus', 'demo-24h', 'rts24'];

const network = (changes: object = {}) => ({
  buses: [
    { id: 1, name: 'West', v_nom_kv: 110, type: 'slack' },
    { id: 2, v_nom_kv: 110 },
  ],
  lines: [{ id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, s_nom_mva: 80 }],
  generators: [generator()],
  loads: [{ bus: 2, values: [50, 60] }],
  ...changes,
});
const line = (changes: object) => ({ lines: [{ id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, ...changes }] });

describe('networks', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());
  beforeEach(async () => {
    token = await tokenOf(app.deps);
  });

  const call = (method: string, id: string, options: CallOptions = {}) =>
    app.call(method, `/api/networks/${encodeURIComponent(id)}`, { token, ...options });
  const put = (id: string, body: object = network(), headers = {}) => call('PUT', id, { body, headers });

  it('are created with 201 and come back with what followed from the rest', async () => {
    const created = await put('net');
    assert.equal(created.status, 201, created.text);
    const { body, headers } = await call('GET', 'net');
    assert.equal(headers.get('etag'), `"${created.body.version}"`);
    assert.deepEqual([body.name, body.base_mva, body.nominal_frequency_hz], ['net', 100, 60]);
    assert.deepEqual(body.buses[1], { id: 2, name: 'Bus 2', v_nom_kv: 110, type: 'pq' });
    const { x_ohm, ...rest } = body.lines[0];
    assert.ok(Math.abs(x_ohm - 12.1) < 1e-9);
    assert.deepEqual(rest, {
      id: 'L1',
      from_bus: 1,
      to_bus: 2,
      r_ohm: 0,
      x_pu: 0.1,
      s_nom_mva: 80,
      in_service: true,
    });
    assert.deepEqual([body.generators, body.loads], [[generator()], network().loads]);
  });

  it('are for whoever has one of the modules that work on them', async () => {
    const { user_id } = (await app.call('GET', '/users/me', { token })).body;
    const grant = async (id: string, level: string) => {
      await app.deps.subscriptions.grant(user_id, id, level, new Date());
      app.deps.accountCache.changed();
    };
    const statuses = async () => {
      const replies = [await put('own'), await call('GET', 'own'), await call('DELETE', 'own')];
      return [...replies, await app.call('GET', '/networks', { token })].map(({ status }) => status);
    };
    const modules = ['analyst', 'power-flow', 'model-builder'];
    for (const id of modules) await grant(id, 'none');
    assert.deepEqual(await statuses(), [403, 403, 403, 403]);
    for (const id of modules) {
      await grant(id, 'basic');
      assert.deepEqual(await statuses(), [201, 200, 204, 200], id);
      await grant(id, 'none');
    }
  });

  it('turn ohm into per unit, and keep what seasons and lengths they are told', async () => {
    const told = { ratings_mva: { summer: 70, winter: 90, spring_fall: 80 }, length_km: 12, s_nom_mva: null };
    await put('ohm', network(line({ x_pu: undefined, x_ohm: 24.2, r_ohm: 2, ...told })));
    const [stored] = (await call('GET', 'ohm')).body.lines;
    assert.ok(Math.abs(stored.x_pu - 0.2) < 1e-12);
    assert.deepEqual({ ...stored, ...told }, stored);
  });

  it('are replaced with 200, keep older content and honour If-Match', async () => {
    const first = (await put('net')).body;
    const next = network({ loads: [{ bus: 2, values: [70] }], name: 'Second', license: 'CC0' });
    assert.equal((await put('net', next, { 'If-Match': '"other"' })).status, 409);
    const replaced = await put('net', next, { 'If-Match': `"${first.version}"` });
    assert.deepEqual([replaced.status, replaced.body.name, replaced.body.license], [200, 'Second', 'CC0']);
    const old = await app.call('GET', `/networks/net?version=${first.version}`, { token });
    assert.deepEqual(old.body.loads, network().loads);
    assert.equal((await app.call('GET', '/networks/net?version=none', { token })).status, 404);
  });

  const WRONG: readonly (readonly [string, object, readonly unknown[], string])[] = [
    ['no buses', { buses: [] }, ['buses'], 'too_short'],
    [
      'a bus twice',
      { buses: [...network().buses, { id: 2, v_nom_kv: 110 }] },
      ['buses', 2, 'id'],
      'duplicate',
    ],
    ['no voltage', { buses: [{ id: 1 }, { id: 2, v_nom_kv: 0 }] }, ['buses', 0, 'v_nom_kv'], 'missing'],
    ['a line to nowhere', line({ to_bus: 9 }), ['lines', 0, 'to_bus'], 'unknown_element'],
    ['a line to itself', line({ to_bus: 1 }), ['lines', 0, 'to_bus'], 'value_error'],
    ['a line without reactance', line({ x_pu: undefined }), ['lines', 0, 'x_pu'], 'missing'],
    ['two reactances that differ', line({ x_ohm: 10 }), ['lines', 0, 'x_ohm'], 'value_error'],
    ['a rating of zero', line({ s_nom_mva: 0 }), ['lines', 0, 's_nom_mva'], 'greater_than'],
    ['a unit nowhere', { generators: [generator({ bus: 7 })] }, ['generators', 0, 'bus'], 'unknown_element'],
    ['a name twice', { generators: [generator(), generator()] }, ['generators', 1, 'name'], 'duplicate'],
    [
      'a unit that cannot ramp',
      { generators: [generator({ ramp_up: 0 })] },
      ['generators', 0, 'ramp_up'],
      'greater_than',
    ],
    ['a load nowhere', { loads: [{ bus: 3, values: [1] }] }, ['loads', 0, 'bus'], 'unknown_element'],
    ['a load without hours', { loads: [{ bus: 1, values: [] }] }, ['loads', 0, 'values'], 'too_short'],
  ];
  for (const [what, changes, loc, type] of WRONG) {
    it(`are refused for ${what}, with the place`, async () => {
      const { status, body, text } = await put('bad', network(changes));
      assert.equal(status, 422, text);
      assert.deepEqual([body.detail[0].loc, body.detail[0].type], [['body', ...loc], type]);
      assert.equal((await call('GET', 'bad')).status, 404);
    });
  }

  it('are listed without elements, the shared ones at the end', async () => {
    await put('net');
    const { networks, total } = (await app.call('GET', '/networks', { token })).body;
    assert.deepEqual(
      networks.map((listed: Network) => listed.network_id),
      ['net', ...SEEDS],
    );
    assert.equal(total, SEEDS.length + 1);
    assert.ok(networks.every((listed: object) => !('buses' in listed)));
  });

  it('that are shared have a year of load where they say so, and are read-only', async () => {
    const { body } = await call('GET', 'rts24');
    assert.deepEqual([body.owner, body.buses.length, body.lines.length], [null, 24, 34]);
    assert.ok(body.loads.every((load: { values: number[] }) => load.values.length === 8736));
    assert.equal((await call('DELETE', 'rts24')).status, 403);
  });

  it('of others do not exist, and deleted ones are gone', async () => {
    await put('net');
    const other = await tokenOf(app.deps);
    for (const method of ['GET', 'DELETE'])
      assert.equal((await call(method, 'net', { token: other })).status, 404);
    assert.equal((await call('DELETE', 'net')).status, 204);
    assert.equal((await call('DELETE', 'net')).status, 404);
  });

  it('leave every change in the audit log', async () => {
    const { version } = (await put('told')).body;
    await put('told', network({ name: 'Other' }));
    await call('DELETE', 'told');
    const entries = await app.deps.audit.list({ type: 'scenario_changed', limit: 3 });
    assert.deepEqual(
      entries.map(({ details }) => [details['network_id'], details['action'], details['version']]),
      [
        ['told', 'deleted', version],
        ['told', 'updated', version],
        ['told', 'created', version],
      ],
    );
  });
});
