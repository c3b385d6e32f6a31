import assert from 'node:assert/strict';
import { SEED_NETWORKS } from '../../../../../mongo/seed/networks.ts';
import { tokenOf } from '../../../../support/callers/accounts.ts';
import { rawFile } from '../../../../support/cases/format-files.ts';
import { startApp, type TestApp } from '../../../../support/stack/app.ts';

const PATH = '/api/modules/power-flow/validate-file';
const bus = (id: number, kv = 230, vm = 1) => `${id} 1 50 10 0 0 1 ${vm} 0 ${kv} 1 1.1 0.9;`;
const branch = (from: number, to: number, x = 0.1) => `${from} ${to} 0.01 ${x} 0 250 0 0 0 0 1 -360 360;`;
const file = (buses: string[], branches: string[]) => `function mpc = c
mpc.baseMVA = 100;
mpc.bus = [
${buses.join('\n')}
];
mpc.gen = [
1 40 0 30 -30 1 100 1 250 10;
];
mpc.branch = [
${branches.join('\n')}
];`;

describe('a case file', () => {
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp();
    token = await tokenOf(app.deps);
  });
  after(() => app.close());
  const check = (body: object) => app.call('POST', PATH, { token, body });
  const messages = (findings: readonly { message: string }[]) => findings.map(({ message }) => message);

  it('of MATPOWER that is sound has no errors, and a list of the checks made', async () => {
    const { status, body } = await check({ matpower: file([bus(1), bus(2)], [branch(1, 2)]) });
    assert.equal(status, 200);
    assert.deepEqual([body.valid, body.counts.error], [true, 0]);
    assert.deepEqual(body.elements, { buses: 2, lines: 1, generators: 1 });
    assert.deepEqual(body.checks, ['topology', 'case', 'state', 'lines', 'generators', 'units']);
  });

  it('of PSS/E is checked as the network that it becomes, and refused with section, line and column', async () => {
    const { status, body, text } = await check({ psse_raw: rawFile() });
    assert.equal(status, 200, text);
    assert.deepEqual(body.elements, { buses: 5, lines: 4, generators: 2 });
    const refused = await check({ psse_raw: rawFile().replace('0.01, 0.1', '0.01, 0.l') });
    assert.equal(refused.status, 422);
    assert.deepEqual(refused.body.detail[0].loc, ['body', 'psse_raw', 'BRANCH', 19, 'X']);
    assert.equal((await check({ psse_raw: rawFile(), matpower: 'mpc.bus = 1;' })).status, 422);
  });

  it('of MATPOWER has its faults listed by severity, each once', async () => {
    const { body } = await check({
      matpower: file([bus(1), bus(2, 115), bus(3, 230, 1.2)], [branch(1, 2), branch(1, 9)]),
    });
    assert.equal(body.valid, false);
    const errors = messages(body.findings.error);
    for (const expected of [
      'Line L1: voltage base mismatch, 230 kV at bus 1 and 115 kV at bus 2',
      'Line L2: to_bus 9 is not a known bus',
      'Bus 3: voltage 1.2 pu above 1.1 pu',
      'Bus 3 is floating (no line connected)',
    ])
      assert.equal(errors.filter((message) => message === expected).length, 1, errors.join('; '));
    assert.equal(body.counts.error, body.findings.error.length);
  });

  it('names the element of every message that begins with one', async () => {
    const { body } = await check({
      matpower: file([bus(1), bus(2, 115), bus(3, 230, 1.2)], [branch(1, 2), branch(1, 9)]),
    });
    const errors = body.findings.error as { message: string; element_type: string; element_id: unknown }[];
    for (const { message, element_type, element_id } of errors) {
      const [, title = '', id = ''] = /^(Bus|Line|Generator) (\w+)/.exec(message) ?? [];
      const expected = title === '' ? [null, null] : [title.toLowerCase(), id];
      assert.deepEqual([element_type, element_id === null ? null : String(element_id)], expected, message);
    }
    assert.ok(errors.some(({ element_type, element_id }) => element_type === 'bus' && element_id === 3));
  });

  it('is given back as elements, to be drawn, when that is asked for', async () => {
    const body = { matpower: file([bus(1), bus(2)], [branch(1, 2)]) };
    const { body: reply } = await app.call('POST', `${PATH}?include=network`, { token, body });
    assert.deepEqual(
      [reply.network.buses.length, reply.network.lines[0].id, reply.network.generators[0].bus],
      [2, 'L1', 1],
    );
    assert.equal(reply.network.lines[0].to_bus, 2);
    const { body: plain } = await check(body);
    assert.equal(plain.network, undefined);
    assert.equal((await app.call('POST', `${PATH}?include=all`, { token, body })).status, 422);
  });

  it('that cannot be read is refused with the line at fault', async () => {
    const { status, body } = await check({ matpower: file([bus(1)], ['1 2 x 0.1']) });
    assert.equal(status, 422);
    assert.deepEqual(body.detail[0].loc, ['body', 'matpower']);
    assert.match(body.detail[0].msg, /^Line 10: x is not a number/);
    assert.equal((await check({})).status, 422);
    assert.equal((await check({ matpower: 'x', network: { buses: [] } })).status, 422);
  });

  for (const { network_id, content } of SEED_NETWORKS) {
    it(`that is the shared network ${network_id} has no errors`, async () => {
      const { status, body } = await check({ network: content() });
      assert.equal(status, 200);
      assert.deepEqual(messages(body.findings.error), []);
      assert.ok(!body.checks.includes('generators'), 'a network tells no reactive limits');
    });
  }
});
