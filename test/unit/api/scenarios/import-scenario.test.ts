/** Import of cases over HTTP: records that are stored, and every refusal. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { tokenOf } from '../../../support/callers/accounts.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { pglibCase } from '../../../support/cases/pglib-case.ts';
import { type CallOptions, startApp, type TestApp } from '../../../support/stack/app.ts';

const MB = 1024 * 1024;
const LINE = { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1 };
const MATPOWER = `mpc.baseMVA = 100;
mpc.bus = [1 3 50 0 0 0 1 1 0 230 1 1.1 0.9; 2 1 0 0 0 0 1 1 0 230 1 1.1 0.9];
mpc.gen = [1 0 0 9 -9 1 100 1 80 0];
mpc.branch = [1 2 0 0.1 0 0 0 0 0 0 1];
mpc.gencost = [2 0 0 2 20 0];`;

describe('a file that is imported', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  after(() => app.close());

  const send = (raw: CallOptions['raw'], query = 'format=service', headers = {}) =>
    app.call('POST', `/api/scenarios/import?${query}`, { token, raw, headers });
  const json = (value: unknown, ...more: [query?: string, headers?: object]) =>
    send(JSON.stringify(value), ...more);
  const stored = async (id: string) => (await app.call('GET', `/api/scenarios/${id}`, { token })).body;

  it('becomes a scenario of the caller, with a report', async () => {
    const { status, body, headers, text } = await json(pglibCase(3), 'format=pglib-uc&name=Case%203');
    assert.equal(status, 201, text);
    assert.equal(headers.get('location'), `/api/scenarios/${body.scenario_id}`);
    assert.deepEqual([body.job_type, Object.keys(body.report)], ['uc', ['kept', 'changed', 'dropped']]);
    const scenario = await stored(body.scenario_id);
    assert.equal(Buffer.byteLength(JSON.stringify(scenario.payload)), body.payload_bytes);
    assert.deepEqual([scenario.name, scenario.versions.length], ['Case 3', 1]);
    const [entry] = await app.deps.audit.list({ type: 'scenario_changed', limit: 1 });
    assert.deepEqual(
      [entry?.details['scenario_id'], entry?.details['action']],
      [body.scenario_id, 'created'],
    );
  });

  it('may name its scenario, and is then a new version of it', async () => {
    for (const horizon of [1, 2]) {
      const value = payload({ horizon, loads: [{ bus: 1, values: new Array(horizon).fill(50) }] });
      assert.equal((await json(value, 'format=service&scenario_id=mine')).body.scenario_id, 'mine');
    }
    const { versions, payload: last } = await stored('mine');
    assert.deepEqual([versions.length, last.horizon], [2, 2]);
  });

  it('of the service is a payload, or a scenario with one, in any names that a solve accepts', async () => {
    const { id, x_pu, ...rest } = LINE;
    const value = { ...payload(), transmission_lines: [{ ...rest, name: id, reactance: x_pu }], note: 1 };
    for (const file of [value, { payload: value, name: 'x' }]) {
      const { status, body, text } = await json(file);
      assert.equal(status, 201, text);
      assert.equal(body.job_type, 'scuc');
      const { note: _, ...knownFields } = (await stored(body.scenario_id)).payload;
      assert.deepEqual(knownFields, payload({ transmission_lines: [LINE] }));
      assert.match(body.report.dropped[0].paths[0], /\/note$/);
    }
    const submitted = await json({ payload: payload(), type: 'ed', timeout: 60, commitment: {} });
    const { job_type, report } = submitted.body;
    assert.deepEqual(
      [
        job_type,
        report.dropped.map((entry: { severity: string; paths: string[] }) => [
          entry.severity,
          ...entry.paths,
        ]),
      ],
      [
        'ed',
        [
          ['info', '/timeout'],
          ['warning', '/commitment'],
        ],
      ],
    );
    const { body } = await json({ ...payload(), loads: [{ bus: 1, values: 'x' }] });
    assert.deepEqual(body.detail[0].loc, ['body', 'loads', 0, 'values']);
  });

  it('of MATPOWER may have a load profile', async () => {
    const { body, text } = await send(MATPOWER, 'format=matpower&load_profile=1,0.5');
    assert.equal(body.job_type, 'scuc', text);
    assert.deepEqual((await stored(body.scenario_id)).payload.loads, [{ bus: 1, values: [50, 25] }]);
    assert.equal((await send(MATPOWER, 'format=matpower&load_profile=1,x')).status, 422);
    assert.equal((await send(MATPOWER, 'format=matpower&load_profile=1,1.2.3')).status, 422);
  });

  it('may be gzipped, by itself, by the request, or by both', async () => {
    const plain = Buffer.from(JSON.stringify(payload()));
    const once = gzipSync(plain);
    assert.equal((await send(once)).status, 201);
    assert.equal((await send(once, 'format=service', { 'Content-Encoding': 'gzip' })).status, 201);
    assert.equal((await send(gzipSync(once), 'format=service', { 'Content-Encoding': 'gzip' })).status, 201);
  });

  it('that cannot be read is refused with 422 and the place', async () => {
    const cut = gzipSync(Buffer.from(JSON.stringify(payload()))).subarray(0, 40);
    const CASES: readonly [CallOptions['raw'], string, (string | number)[], RegExp][] = [
      [cut, 'service', ['body'], /^Not gzip: unexpected end of file/],
      ['', 'service', ['body'], /^Malformed JSON/],
      ['{"a": 1,', 'pglib-uc', ['body'], /^Malformed JSON.*position 8/],
      [
        Buffer.from([0x22, 0xff, 0xfe, 0x22]),
        'pglib-uc',
        ['body'],
        /^Malformed JSON: not UTF-8 text, at or after byte 0/,
      ],
      ['[]', 'unitcommitment-jl', ['body'], /^Should be an object/],
      ['{"time_periods": 2, "demand": [1, 2e999]}', 'pglib-uc', ['body', 'demand', 1], /finite/],
      [MATPOWER.replace('0.1', 'x'), 'matpower', ['body'], /^Line 4: x is not a number/],
      [`${'['.repeat(20_000)}${']'.repeat(20_000)}`, 'service', ['body'], /nested/],
      ['{"payload": 7}', 'service', ['body', 'payload'], /valid dictionary/],
    ];
    for (const [raw, format, loc, message] of CASES) {
      const { status, body, text } = await send(raw, `format=${format}`);
      assert.equal(status, 422, text);
      assert.deepEqual(body.detail[0].loc, loc);
      assert.match(body.detail[0].msg, message);
    }
    const headers = { 'Content-Encoding': 'gzip' };
    assert.equal((await json(payload(), 'format=service', headers)).status, 422);
    assert.equal((await json(payload(), 'format=service', { 'Content-Encoding': 'br' })).status, 415);
    for (const query of ['', 'format=psse']) assert.equal((await json(payload(), query)).status, 422);
  });

  it('is checked as a solve is', async () => {
    const { status, body } = await json({ ...pglibCase(1), thermal_generators: {} }, 'format=pglib-uc');
    assert.equal(status, 422);
    assert.deepEqual(body.detail[0].loc, ['body', 'payload', 'generators']);
    const tooLong = { ...pglibCase(1), time_periods: 169, demand: new Array(169).fill(1) };
    assert.deepEqual((await json(tooLong, 'format=pglib-uc')).body.detail[0].loc, ['body', 'time_periods']);
  });

  it('that is too large after decompression is refused with 413', async () => {
    const bomb = gzipSync(Buffer.alloc(65 * MB), { level: 1 });
    assert.ok(bomb.length < MB);
    const { status, body } = await send(bomb);
    assert.equal(status, 413);
    assert.match(body.detail, /^File exceeds 67108864 bytes/);
  });
});
