/** What a MATPOWER case becomes, and what is refused. */
import assert from 'node:assert/strict';
import { ImportError } from '../../../../../api/formats/base/import-error.ts';
import { readMatpower } from '../../../../../api/formats/matpower/read-matpower.ts';
import { payloadProblems } from '../../../../../temporal/case/checks/payload-problems.ts';
import { payloadSchema } from '../../../../../temporal/case/messages/payload.ts';
import { solve } from '../../../../support/engine/solve.ts';
import { runToEnd } from '../../../../support/run-to-end.ts';

const bus = (id: number, type = 1, pd = 50, gs = 0) => `${id} ${type} ${pd} 10 ${gs} 0 1 1 0 230 1 1.1 0.9;`;
const gen = (at: number, pmax = 200, pmin = 10, status = 1) =>
  `${at} 0 0 30 -30 1 100 ${status} ${pmax} ${pmin};`;
const branch = (from: number, to: number, tap = 0, shift = 0, angle = 360) =>
  `${from} ${to} 0.01 0.1 0 250 0 300 ${tap} ${shift} 1 -${angle} ${angle};`;

interface Parts {
  readonly base?: number;
  readonly bus?: string[];
  readonly gen?: string[];
  readonly branch?: string[];
  readonly gencost?: string[];
  readonly more?: string;
}
const file = ({ base = 100, more = '', ...parts }: Parts = {}): string => {
  const matrix = (name: 'bus' | 'gen' | 'branch' | 'gencost', rows: string[]) =>
    `mpc.${name} = [\n${(parts[name] ?? rows).join('\n')}\n];`;
  return [
    `function mpc = c\nmpc.version = '2';\nmpc.baseMVA = ${base};`,
    matrix('bus', [bus(1, 3, 0), bus(2, 1, 80, 5)]),
    matrix('gen', [gen(1)]),
    matrix('branch', [branch(1, 2)]),
    matrix('gencost', ['2 1500 0 2 20 100;']),
    more,
  ].join('\n');
};

const read = (parts: Parts = {}, loadProfile?: number[]) => {
  const imported = runToEnd(readMatpower([file(parts)], { loadProfile, maxHorizon: 168 }));
  payloadSchema.validateSync(imported.payload, { strict: true });
  assert.deepEqual(payloadProblems(imported.payload, { maxHorizon: 168 }), []);
  return imported;
};
const warnings = ({ report }: ReturnType<typeof read>) =>
  [...report.changed, ...report.dropped]
    .filter(({ severity }) => severity === 'warning')
    .map(({ code }) => code);

describe('a MATPOWER case', () => {
  it('becomes one hour of a security-constrained commitment', async () => {
    const imported = read();
    const { payload, jobType } = imported;
    assert.equal(jobType, 'scuc');
    assert.deepEqual(warnings(imported), []);
    assert.deepEqual(payload, {
      horizon: 1,
      loads: [{ bus: 2, values: [85] }],
      transmission_lines: [
        { id: 'L1', from_bus: 1, to_bus: 2, x_pu: 0.1, r_pu: 0.01, rating_mw: 250, emergency_rating_mw: 300 },
      ],
      generators: [
        {
          name: 'G1',
          bus: 1,
          p_max: 200,
          p_min: 10,
          marginal_cost: 20,
          no_load_cost: 100,
          startup_cost: 1500,
          ramp_up: null,
          ramp_down: null,
          min_uptime: 0,
          min_downtime: 0,
          initial_status: 1,
        },
      ],
      options: { slack_bus: 1 },
    });
    const result = await solve('scuc', payload);
    assert.equal(result.total_cost_usd, 85 * 20 + 100);
  });

  it('takes a load profile; shunts do not follow it', () => {
    const { payload } = read({}, [1, 0.5, 2]);
    assert.deepEqual([payload.horizon, payload.loads[0]?.values], [3, [85, 45, 165]]);
    assert.throws(() => read({}, new Array(200).fill(1)), ImportError);
  });

  it('has reactances of its own base and tap ratios, and ramps of the longest span', () => {
    const lines = read({ base: 50, branch: [branch(1, 2, 0.5)] }).payload.transmission_lines;
    assert.deepEqual([lines?.[0]?.x_pu, lines?.[0]?.r_pu], [0.1, 0.02]);
    const ramp = (columns: string) =>
      read({ gen: [gen(1).replace(';', ` 0 0 0 0 0 0 ${columns};`)] }).payload.generators[0]?.ramp_up;
    assert.deepEqual([ramp('1 20 30'), ramp('1 20 0'), ramp('1 0 0'), ramp('0 0 0')], [60, 120, 60, null]);
  });

  it('has costs as polynomials or pieces between its limits', () => {
    const square = read({ gencost: ['2 0 0 3 0.1 20 100;'] });
    const curve = square.payload.generators[0]?.cost_curve ?? [];
    assert.equal(curve.length, 11);
    assert.deepEqual(curve[0], { mw: 10, usd_per_h: 310 });
    assert.deepEqual(curve.at(-1), { mw: 200, usd_per_h: 8100 });
    assert.deepEqual(warnings(square), ['polynomial']);
    const pieces = read({ gencost: ['1 0 0 3 0 0 100 1000 300 5000;'] });
    assert.deepEqual(pieces.payload.generators[0]?.cost_curve, [
      { mw: 10, usd_per_h: 100 },
      { mw: 100, usd_per_h: 1000 },
      { mw: 200, usd_per_h: 3000 },
    ]);
    assert.deepEqual(warnings(pieces), []);
    assert.deepEqual(warnings(read({ gencost: ['1 0 0 3 0 0 100 5000 300 6000;'] })), ['convex_hull']);
    assert.deepEqual(warnings(read({ gencost: [] })), ['no_cost']);
  });

  it('has dispatchable loads, which are served when that pays', async () => {
    const parts = {
      gen: [gen(1), gen(2, 0, -60)],
      gencost: ['2 0 0 2 20 0;', '1 0 0 3 -60 -1500 -20 -900 0 0;'],
    };
    const { payload } = read(parts);
    assert.deepEqual(payload.loads[1], { bus: 2, values: [60] });
    assert.deepEqual(
      payload.renewables?.map(({ name, p_max, marginal_cost }) => [name, p_max, marginal_cost]),
      [
        ['G2-1', [40], 15],
        ['G2-2', [20], 45],
      ],
    );
    const result = await solve('scuc', payload);
    assert.deepEqual(result.dispatch_mw['G1'], [105]);
  });

  it('leaves out what is out of service, and names what is not modelled', () => {
    const { payload, report } = read({
      bus: [bus(1, 3, 0), bus(2), bus(3, 4)],
      gen: [gen(1), gen(2, 9, 0, 0), gen(3)],
      branch: [branch(1, 2), branch(2, 3)],
      gencost: ['2 0 0 1 5;', '2 0 0 1 5;', '2 0 0 1 5;'],
    });
    assert.deepEqual(
      [payload.generators.length, payload.loads.length, payload.transmission_lines?.length],
      [1, 1, 1],
    );
    assert.deepEqual(report.dropped.find(({ code }) => code === 'out_of_service')?.paths, [
      '/gen/1',
      '/gen/2',
      '/branch/1',
    ]);
    const odd = read({
      branch: [branch(1, 2, 1, 5, 30)],
      gencost: ['2 0 7 2 20 0;'],
      more: 'mpc.dcline = [1 2 1];',
    });
    assert.deepEqual(warnings(odd), ['unknown_field', 'angle_limit']);
    assert.equal(odd.payload.generators[0]?.shutdown_cost, 7);
    assert.equal(odd.payload.transmission_lines?.[0]?.phase_shift_deg, 5);
  });

  it('that cannot be read is refused with the row', () => {
    const CASES: readonly [Parts, string][] = [
      [{ gencost: ['3 0 0 2 20 100;'] }, 'gencost.0.0'],
      [{ gencost: ['2 0 0 9 20 100;'] }, 'gencost.0.3'],
      [{ branch: [branch(1, 9)] }, 'branch.0.1'],
      [{ gen: [`1 0 0 30 -30 1 100 1 Inf 0;`] }, 'gen.0.8'],
    ];
    for (const [parts, path] of CASES)
      assert.throws(
        () => read(parts),
        (error) => error instanceof ImportError && error.path.join('.') === path,
        path,
      );
  });
});
