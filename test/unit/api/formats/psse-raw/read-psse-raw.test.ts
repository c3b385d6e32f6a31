/** RAW files of PSS/E in three revisions: what becomes of each record, and how they are refused. */
import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/import-error.ts';
import { readPsseRaw } from '../../../../../api/formats/psse-raw/read-psse-raw.ts';
import { networkProblems } from '../../../../../temporal/case/checks/network-problems.ts';
import { inSlices } from '../../../../../temporal/json/in-slices.ts';
import { rawFile } from '../../../../support/cases/raw-file.ts';

const read = (text = rawFile()) => inSlices(readPsseRaw(text));
const near = (found: number | undefined, expected: number): void =>
  assert.ok(Math.abs((found ?? Number.NaN) - expected) <= 1e-9, `${found}, not ${expected}`);
const replaced = (from: string | RegExp, to: string): string => {
  const text = rawFile().replace(from, to);
  assert.notEqual(text, rawFile(), String(from));
  return text;
};

describe('a RAW file of PSS/E', () => {
  it('becomes a network that can be stored, of the base, frequency, areas and zones of the file', async () => {
    const { network } = await read();
    assert.deepEqual(networkProblems(network), []);
    assert.deepEqual(
      [network.description, network.base_mva, network.nominal_frequency_hz],
      ['A small case', 200, 50],
    );
    assert.deepEqual(
      network.buses.map(({ id, name, v_nom_kv, type, area, zone }) => [id, name, v_nom_kv, type, area, zone]),
      [
        [1, 'ALPHA, N/S', 400, 'slack', 'NORTH', '11'],
        [2, 'BETA', 220, 'pq', 'NORTH', '12'],
        [3, 'GAMMA', 110, 'pv', 'SOUTH', '21'],
        [4, 'ALONE', 110, 'pq', 'SOUTH', '1'],
        [5, 'Star of 1-2-3-S', 400, 'pq', 'NORTH', '11'],
      ],
    );
  });

  it('has machines in service with their limits, and loads at 1 per unit of voltage with their shunts', async () => {
    const { network, report } = await read();
    assert.deepEqual(
      network.generators.map(({ name, bus, p_min, p_max }) => [name, bus, p_min, p_max]),
      [
        ['1-1', 1, 50, 300],
        ['3-1', 3, 0, 60],
      ],
    );
    assert.deepEqual(network.loads, [
      { bus: 2, values: [165] },
      { bus: 3, values: [40] },
      { bus: 2, values: [2.5] },
    ]);
    const out = report.dropped.filter(({ code }) => code === 'out_of_service').map(({ paths }) => paths);
    assert.deepEqual(out, [['/GENERATOR/17/STAT'], ['/LOAD/11/STATUS']]);
    assert.ok(report.dropped.some(({ code, paths }) => code === 'switched_shunt' && paths.length === 1));
  });

  it('has branches, and transformers by CW and CZ, on the base of the case', async () => {
    const { network } = await read();
    const line = (id: string) => network.lines.find((each) => each.id === id);
    near(line('1-2-1')?.r_ohm, (0.01 * 400 ** 2) / 200);
    assert.deepEqual(
      [
        line('1-2-1')?.x_pu,
        line('1-2-1')?.s_nom_mva,
        line('1-2-1')?.s_emergency_mva,
        line('1-2-1')?.in_service,
      ],
      [0.1, 400, 480, true],
    );
    assert.deepEqual(
      [line('1-2-2')?.x_pu, line('1-2-2')?.s_nom_mva, line('1-2-2')?.in_service],
      [1e-4, null, false],
    );
    const two = line('1-2-T');
    near(two?.x_pu, 0.12 * (200 / 300) * 0.98 ** 2);
    near(two?.tap_ratio, 1.05 / 0.98);
    assert.deepEqual([two?.phase_shift_deg, two?.s_nom_mva], [-5, 300]);
  });

  it('has a transformer of three windings as a star, whose windings may be out', async () => {
    const { network } = await read();
    const windings = network.lines.slice(-3);
    assert.deepEqual(
      windings.map(({ id, from_bus, to_bus, in_service }) => [id, from_bus, to_bus, in_service]),
      [
        ['1-2-3-S/1', 1, 5, true],
        ['1-2-3-S/2', 2, 5, true],
        ['1-2-3-S/3', 3, 5, false],
      ],
    );
    for (const [k, x] of [0.06, 0.04, 0.02].entries()) near(windings[k]?.x_pu, x);
    near(windings[1]?.tap_ratio, 231 / 220);
    assert.equal(windings[2]?.phase_shift_deg, 30);
  });

  it('has DC lines of two terminals as flows that are set', async () => {
    const { network } = await read();
    assert.deepEqual(network.dc_lines, [
      { id: 'DC 1', from_bus: 3, to_bus: 1, p_min_mw: 0, p_max_mw: 250, in_service: true },
    ]);
  });

  for (const revision of [34, 35] as const)
    it(`says the same in revision ${revision}, and has switching devices as lines`, async () => {
      const [{ network: old }, { network }] = [await read(), await read(rawFile(revision))];
      const lines = network.lines.filter(({ id }) => id !== '2-3-1');
      assert.equal(lines.length, network.lines.length - 1);
      assert.deepEqual({ ...network, lines }, old);
    });

  it('has lines that end in \\r\\n, and sections in the order that their ends name', async () => {
    const [{ network: old }, { network }] = [await read(), await read(rawFile().replaceAll('\n', '\r\n'))];
    assert.deepEqual(network, old);
    const minimal = ` 0, 100.0, 35, 0, 0, 60.00 /\n Minimum\n\n0 / END OF SYSTEM-WIDE DATA, BEGIN BUS DATA
    1,'Slack-Bus   ', 138.0,3\n 2,'Load-Bus', 138.0,1\n0 / END OF BUS DATA, BEGIN BRANCH DATA\n1, 2,'1 ', 0.01938, 0.05917,0.05280\n0\nQ`;
    const small = await read(minimal);
    assert.deepEqual([small.network.buses.length, small.network.lines[0]?.x_pu], [2, 0.05917]);
  });

  const REFUSED: readonly (readonly [what: string, text: () => string, place: string])[] = [
    ['another revision', () => replaced('200.00, 33', '200.00, 31'), 'CASE/1/REV'],
    ['a change case', () => replaced(' 0, 200', ' 1, 200'), 'CASE/1/IC'],
    ['no number', () => replaced('0.01, 0.1, 0.02', '0.01, 0.l, 0.02'), 'BRANCH/19/X'],
    ['a bus that stands twice', () => replaced("2,'BETA", "1,'BETA"), 'BUS/5/I'],
    ['an unknown bus', () => replaced("3,'1 ',1,,,40", "9,'1 ',1,,,40"), 'LOAD/10/I'],
    ['a branch that stands twice', () => replaced("1, 2,'2 '", "1, 2,'1 '"), 'BRANCH/20/CKT'],
    ['inverted limits', () => replaced('300.0, 50.0', '300.0, 350.0'), 'GENERATOR/15/PB'],
    ['a transformer cut short', () => replaced(/^0\.98, 0\n/m, ''), 'TRANSFORMER/29/1'],
    ['an unknown CZ', () => replaced("'T ', 1, 2, 1", "'T ', 1, 7, 1"), 'TRANSFORMER/22/CZ'],
    ['a huge number', () => replaced('150.0, 20.0', '1e300, 20.0'), 'LOAD/9/PL'],
    [
      'a file that is cut off',
      () => rawFile().slice(0, rawFile().indexOf('0 / END OF GENERATOR')),
      'GENERATOR/17/1',
    ],
    ['an empty file', () => '', 'CASE/1/IC'],
  ];
  for (const [what, text, place] of REFUSED)
    it(`is refused with section, line and column: ${what}`, async () => {
      await assert.rejects(
        async () => read(text()),
        (error) => {
          assert.ok(error instanceof ImportError, String(error));
          assert.equal(error.path.join('/'), place, error.message);
          return true;
        },
      );
    });
});
