/** Completeness and consistency of a case. */
import assert from 'node:assert/strict';
import { checkCase, type NetworkCase } from '../../../../../api/power-flow/checks/check-case.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';
import { runToEnd } from '../../../../support/run-to-end.ts';

const check = (changes: Partial<NetworkCase>) =>
  runToEnd(
    checkCase(
      {
        buses: [
          { id: 1, v_nom_kv: 100 },
          { id: 2, v_nom_kv: 100 },
        ],
        lines: [{ id: 'L', from_bus: 1, to_bus: 2 }],
        generators: [{ id: 'G', bus: 1, q_max_mvar: 1, q_min_mvar: -1 }],
        ...changes,
      },
      DEFAULT_LIMITS,
    ),
  );
const pair = (v1: number | null, v2: number | null) => ({
  buses: [
    { id: 1, v_nom_kv: v1 },
    { id: 2, v_nom_kv: v2 },
  ],
});
const line = (changes: object) => ({ lines: [{ id: 'L', from_bus: 1, to_bus: 2, ...changes }] });
const unit = (changes: object) => ({
  generators: [{ id: 'G', bus: 1, q_max_mvar: 1, q_min_mvar: -1, ...changes }],
});
const mismatch = (a: number, b: number) =>
  `Line L: voltage base mismatch, ${a} kV at bus 1 and ${b} kV at bus 2`;

describe('the check of a case', () => {
  const ISSUES: readonly (readonly [Partial<NetworkCase>, ...issues: string[]])[] = [
    [{}],
    [{ buses: [], lines: [], generators: [] }, 'No buses supplied'],
    [pair(100, 90)],
    [pair(90.01, 100)],
    [pair(100, 89.99), mismatch(100, 89.99)],
    [{ ...pair(230, 110), ...line({ type: 'Transformer' }) }],
    [{ ...pair(230, 110), ...line({ tap_ratio: 1 }) }],
    [{ ...pair(230, 110), ...line({ tap_ratio: 0 }) }, mismatch(230, 110)],
    [pair(0, 100), 'Bus 1: v_nom_kv must be a positive number'],
    [pair(100, null), 'Bus 2: v_nom_kv must be a positive number'],
    [{ buses: [1, 2, '2'].map((id) => ({ id, v_nom_kv: 100 })) }, 'Bus 2: duplicate id'],
    [line({ from_bus: 9 }), 'Line L: from_bus 9 is not a known bus', 'Network is split into 2 islands'],
    [line({ in_service: false }), 'Network is split into 2 islands'],
    [unit({ bus: 9 }), 'Generator G: bus 9 is not a known bus'],
    [unit({ q_min_mvar: null }), 'Generator G: missing reactive limits (q_min_mvar)'],
    [
      { generators: [{ q_max_mvar: Infinity }] },
      'generators[0]: missing reactive limits (q_max_mvar, q_min_mvar)',
    ],
  ];
  for (const [changes, ...issues] of ISSUES) {
    it(`finds ${issues.join(' and ') || 'nothing'} with ${JSON.stringify(changes)}`, () => {
      const { valid, data_quality_issues } = check(changes);
      assert.deepEqual(data_quality_issues, issues);
      assert.equal(valid, issues.length === 0);
    });
  }

  it('warns of small differences of voltage, but not of none', () => {
    assert.deepEqual(check(pair(100, 90)).warnings, [mismatch(100, 90)]);
    assert.deepEqual(check(pair(100, 99.99)).warnings, [mismatch(100, 99.99)]);
    assert.deepEqual(check({}).warnings, []);
  });
  it('warns of islands without a unit, unless a unit may be anywhere', () => {
    const open = line({ in_service: false });
    assert.deepEqual(check(open).warnings, ['Island with buses 2 has no generator']);
    assert.deepEqual(check({ ...open, ...unit({ bus: undefined }) }).warnings, []);
    assert.deepEqual(check({ generators: [] }).warnings, ['No generators supplied']);
  });
  it('names ten buses of a large island, and counts the rest', () => {
    const buses = Array.from({ length: 14 }, (_, i) => ({ id: i, v_nom_kv: 100 }));
    const lines = Array.from({ length: 12 }, (_, i) => ({ from_bus: i, to_bus: i + 1 }));
    assert.deepEqual(check({ buses, lines, ...unit({ bus: 13 }) }).warnings, [
      'Island with buses 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 3 more has no generator',
    ]);
  });
  it('counts elements and sorts voltage levels downwards', () => {
    const buses = [9, 110, 9, 380].map((v_nom_kv, id) => ({ id, v_nom_kv }));
    const { details } = check({ buses, lines: [{ from_bus: 1, to_bus: 3 }] });
    assert.deepEqual(details, {
      buses: 4,
      lines: 1,
      generators: 1,
      components: [[1, 3], [0], [2]],
      voltage_levels_kv: [380, 110, 9],
    });
  });
});
