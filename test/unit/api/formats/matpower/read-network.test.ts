import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/import-error.ts';
import { type NetworkFormat, readNetwork } from '../../../../../api/formats/import-network.ts';
import { networkProblems } from '../../../../../temporal/case/checks/network-problems.ts';
import { zipOf } from '../../../../support/callers/zip.ts';

const CASE = `function mpc = three
mpc.version = '2';
mpc.baseMVA = 50;
mpc.bus = [
  1 3 50 10 2 0 1 1 0 230 7 1.1 0.9;
  2 2 60 10 0 0 2 1 0 138 7 1.1 0.9;
  3 1 0 0 0 0 2 1 0 138 8 1.1 0.9;
];
mpc.gen = [
  1 110 0 100 -100 1 100 1 200 20 0 0 0 0 0 0 0 0 60;
  2 0 0 0 0 1 100 0 80 0 0 0 0 0 0 0 0 0 0;
];
mpc.branch = [
  1 2 0.01 0.1 0 250 0 300 1.02 -5 1 -360 360;
  2 3 0.02 0.2 0 0 0 0 0 0 0 -360 360;
];
mpc.gencost = [
  2 500 30 3 0.01 20 100;
  2 0 0 2 20 0 0;
];
mpc.dcline = [ 1 3 1 0 0 0 0 1 1 -40 60 0 0 0 0 0 0 ];
`;

const read = (text: string | Buffer, format: NetworkFormat = 'matpower') =>
  readNetwork(format, {
    bytes: Buffer.from(text),
    contentType: 'text/plain',
    signal: new AbortController().signal,
  });

describe('a MATPOWER case as a network', () => {
  it('keeps buses, taps, shifts, lines out of service, DC lines and costs of stops', async () => {
    const { network, report } = await read(CASE);
    assert.deepEqual(networkProblems(network), []);
    const [first, second] = network.lines;
    assert.deepEqual(first, {
      id: 'L1',
      from_bus: 1,
      to_bus: 2,
      r_ohm: (0.01 * 230 ** 2) / 50,
      x_pu: 0.1,
      s_nom_mva: 250,
      s_emergency_mva: 300,
      tap_ratio: 1.02,
      phase_shift_deg: -5,
      in_service: true,
    });
    assert.deepEqual([second?.in_service, second?.s_nom_mva], [false, null]);
    assert.deepEqual(
      network.buses.map(({ type, area, zone }) => [type, area, zone]),
      [
        ['slack', '1', '7'],
        ['pv', '2', '7'],
        ['pq', '2', '8'],
      ],
    );
    assert.deepEqual(network.dc_lines, [
      { id: 'D1', from_bus: 1, to_bus: 3, p_min_mw: -40, p_max_mw: 60, in_service: true },
    ]);
    const [unit, ...others] = network.generators;
    assert.deepEqual(
      [unit?.p_max, unit?.ramp_up, unit?.startup_cost, unit?.shutdown_cost, others.length],
      [200, 120, 500, 30, 0],
    );
    assert.deepEqual(network.loads, [
      { bus: 1, values: [52] },
      { bus: 2, values: [60] },
    ]);
    assert.equal(report.dropped.find(({ code }) => code === 'out_of_service')?.count, 1);
  });

  it('may be the only file of a zip', async () => {
    const { network } = await read(zipOf({ 'case/three.m': CASE, 'case/README.md': 'x' }));
    assert.deepEqual(network, (await read(CASE)).network);
    await assert.rejects(read(zipOf({ 'a.m': CASE, 'b.m': CASE })), /one file that ends in \.m, not 2/);
  });

  const REFUSED: readonly (readonly [
    what: string,
    from: string,
    to: string,
    path: readonly (string | number)[],
  ])[] = [
    ['a bus that is there twice', '  2 2 60', '  1 2 60', ['bus', 1, 0]],
    ['a type of bus that there is not', '  2 2 60', '  2 9 60', ['bus', 1, 1]],
    ['a branch to nowhere', '  2 3 0.02', '  2 9 0.02', ['branch', 1, 1]],
    ['a branch without reactance', '0.02 0.2', '0.02 0', ['branch', 1, 3]],
    ['a DC line to nowhere', '[ 1 3 1 0', '[ 1 9 1 0', ['dcline', 0, 1]],
    ['a DC line with limits that cross', '-40 60', '90 60', ['dcline', 0, 9]],
    ['a number that is none', '0.01 0.1 0', '0.01 NaN 0', ['branch', 0, 3]],
  ];
  for (const [what, from, to, path] of REFUSED) {
    it(`is refused for ${what}, with the place`, async () => {
      assert.ok(CASE.includes(from));
      await assert.rejects(read(CASE.replace(from, to)), (error) => {
        assert.ok(error instanceof ImportError, String(error));
        assert.deepEqual(error.path, path, error.message);
        return true;
      });
    });
  }

  it('is refused with the line where its syntax is wrong', async () => {
    await assert.rejects(read(CASE.replace('mpc.gen = [', 'mpc.gen = [[')), (error) => {
      assert.ok(error instanceof ImportError);
      assert.match(error.message, /line \d+/i);
      return true;
    });
    await assert.rejects(read('x'), ImportError);
    await assert.rejects(read(CASE, 'rts-gmlc'), /bus\.csv: this table is missing/);
  });
});
