/** Voltages, angles and set-points: each threshold just inside, on it and just outside. */
import assert from 'node:assert/strict';
import { checkState, type NetworkState } from '../../../../../api/power-flow/checks/check-state.ts';
import { DEFAULT_LIMITS } from '../../../../../api/power-flow/limits.ts';
import { runToEnd } from '../../../../support/run-to-end.ts';

const check = (state: NetworkState) => runToEnd(checkState(state, DEFAULT_LIMITS));
const bus = (changes: object = {}) => ({ id: 1, v_nom_kv: 110, v_pu: 1, angle_deg: 0, ...changes });
const state = (changes: object = {}): NetworkState => ({
  buses: [bus()],
  lines: [],
  generators: [],
  ...changes,
});
/** `error ...` and `warning ...` without the name of the element. */
const found = ({ errors, warnings }: { errors: string[]; warnings: string[] }) => [
  ...errors.map((text) => `error ${text.replace(/^[^:]*: /, '')}`),
  ...warnings.map((text) => `warning ${text.replace(/^[^:]*: /, '')}`),
];

describe('the check of a state', () => {
  const UNREALISTIC = 'is unrealistic (outside 0.5-2.0 pu)';
  const BUSES: readonly (readonly [changes: object, ...findings: string[]])[] = [
    [{ v_pu: 0.951 }],
    [{ v_pu: 0.95 }],
    [{ v_pu: 0.949 }, 'warning voltage 0.949 pu below 0.95 pu'],
    [{ v_pu: 0.9 }, 'warning voltage 0.9 pu below 0.95 pu'],
    [{ v_pu: 0.899 }, 'error voltage 0.899 pu below 0.9 pu'],
    [{ v_pu: 0.5 }, 'error voltage 0.5 pu below 0.9 pu'],
    [{ v_pu: 0.499 }, `error v_pu 0.499 ${UNREALISTIC}`],
    [{ v_pu: 1.049 }],
    [{ v_pu: 1.05 }],
    [{ v_pu: 1.051 }, 'warning voltage 1.051 pu above 1.05 pu'],
    [{ v_pu: 1.1 }, 'warning voltage 1.1 pu above 1.05 pu'],
    [{ v_pu: 1.101 }, 'error voltage 1.101 pu above 1.1 pu'],
    [{ v_pu: 2 }, 'error voltage 2 pu above 1.1 pu'],
    [{ v_pu: 2.001 }, `error v_pu 2.001 ${UNREALISTIC}`],
    [{ v_pu: 112.3 }, `error v_pu 112.3 ${UNREALISTIC}; the value looks like kV`],
    [{ v_pu: null }, 'error v_pu is missing or not finite'],
    [{ angle_deg: Infinity }, 'error angle_deg is missing or not finite'],
    [{ angle_deg: 90 }],
    [{ angle_deg: -90.1 }, 'warning angle -90.1 deg beyond 90 deg from the reference'],
    [{ angle_deg: 180 }, 'warning angle 180 deg beyond 90 deg from the reference'],
    [{ angle_deg: -180.1 }, 'error angle -180.1 deg beyond 180 deg from the reference'],
    [{ v_nom_kv: 0 }, 'error v_nom_kv must be a positive number'],
    [{ v_nom_kv: undefined }, 'error v_nom_kv must be a positive number'],
    [{ v_pu: 0.93, v_min_pu: 0.92 }],
    [{ v_pu: 0.91, v_min_pu: 0.92 }, 'error voltage 0.91 pu below 0.92 pu'],
    [{ v_pu: 1.15, v_max_pu: 1.2 }],
    [{ v_pu: 0.93, v_max_pu: 1.2 }, 'warning voltage 0.93 pu below 0.95 pu'],
    [{ v_pu: 0.93, v_min_pu: Infinity }, 'warning voltage 0.93 pu below 0.95 pu'],
  ];
  for (const [changes, ...findings] of BUSES) {
    it(`finds ${findings.join(' and ') || 'nothing'} at a bus with ${JSON.stringify(changes)}`, () => {
      const checked = check(state({ buses: [bus(changes)] }));
      assert.deepEqual(found(checked), findings);
      assert.equal(checked.valid, checked.errors.length === 0);
    });
  }

  const above = (difference: number, limit: number) =>
    `angle difference ${difference} deg above ${limit} deg`;
  const ANGLES: readonly (readonly [from: number, to: number, changes: object, ...findings: string[]])[] = [
    [29.9, 0, {}],
    [0, 30, {}],
    [0, 30.1, {}, `warning ${above(30.1, 30)}`],
    [30, -30, {}, `warning ${above(60, 30)}`],
    [30, -30.1, {}, `error ${above(60.1, 60)}`],
    [-30.1, 30, {}, `error ${above(60.1, 60)}`],
    [-90, 90, {}, `error ${above(180, 60)}`],
    [0, 20, { angle_min_deg: -20 }],
    [0, 20.1, { angle_min_deg: -20 }, 'error angle difference -20.1 deg below -20 deg'],
    [20.1, 0, { angle_max_deg: 20 }, `error ${above(20.1, 20)}`],
    [70, 0, { angle_max_deg: 360 }, `warning ${above(70, 30)}`],
    [0, 70, { angle_max_deg: 360 }, 'error angle difference -70 deg below -60 deg'],
    [0, 70, { in_service: false }],
  ];
  for (const [from, to, changes, ...findings] of ANGLES) {
    it(`finds ${findings.join(' and ') || 'nothing'} from ${from} to ${to} deg ${JSON.stringify(changes)}`, () => {
      const buses = [bus({ angle_deg: from }), bus({ id: 'b', angle_deg: to })];
      const lines = [{ from_bus: '1', to_bus: 'b', ...changes }];
      assert.deepEqual(found(check(state({ buses, lines }))), findings);
    });
  }

  const UNITS: readonly (readonly [unit: object, ...findings: string[]])[] = [
    [{ p_mw: 50 }],
    [{ p_min_mw: 10, p_max_mw: 100, p_mw: 100 }],
    [{ p_min_mw: 10, p_max_mw: 100, p_mw: 120 }, 'error p_mw 120 outside 10-100 MW'],
    [{ p_min_mw: 10, p_mw: 9.99 }, 'error p_mw 9.99 below 10 MW'],
    [{ q_max_mvar: 10, q_mvar: 10.01 }, 'error q_mvar 10.01 above 10 MVAr'],
    [{ p_min_mw: 80, p_max_mw: 50, p_mw: 60 }, 'error p_min_mw 80 above p_max_mw 50'],
    [{ q_min_mvar: 5, q_max_mvar: 4 }, 'error q_min_mvar 5 above q_max_mvar 4'],
    [{ bus: 9 }, 'error bus 9 is not a known bus'],
    [{ bus: '1' }],
  ];
  for (const [unit, ...findings] of UNITS) {
    it(`finds ${findings.join(' and ') || 'nothing'} for a unit with ${JSON.stringify(unit)}`, () => {
      assert.deepEqual(found(check(state({ generators: [unit] }))), findings);
    });
  }

  it('names what has no id by its place', () => {
    const lines = [
      { id: 'L1', from_bus: 1, to_bus: 8 },
      { from_bus: 9, to_bus: 1 },
    ];
    const { errors } = check(state({ lines, generators: [{ bus: 7 }] }));
    assert.deepEqual(errors, [
      'Line L1: to_bus 8 is not a known bus',
      'lines[1]: from_bus 9 is not a known bus',
      'generators[0]: bus 7 is not a known bus',
    ]);
  });
  it('finds a bus twice', () => {
    assert.deepEqual(check(state({ buses: [bus(), bus({ id: '1' })] })).errors, ['Bus 1: duplicate id']);
  });
});
