/** Each kind of repair entry changes its number, and nothing else. */
import assert from 'node:assert/strict';
import type { Repair } from '../../../../../temporal/case/messages/infeasibility.ts';
import { applyRepair } from '../../../../../temporal/case/scenario/apply-repair.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';

const payload: SolvePayload = {
  horizon: 2,
  generators: [
    aUnit('G', { must_run: true, p_max: [90, 80] }),
    aUnit('H'),
    aUnit('I', { must_run: [true, true], ramp_up: [null, 5] }),
  ],
  loads: [
    { bus: 1, values: [10, 20] },
    { bus: 1, values: [1, 2] },
  ],
  reserves: [
    { name: 'flat', mw: 5 },
    { name: 'hourly', mw: [5, 6] },
  ],
  renewables: [{ name: 'W', bus: 1, p_min: [0, 0], p_max: [3, 3] }],
  storage: [
    { name: 'S', bus: 1, energy_mwh: 9, charge_mw: 1, discharge_mw: 1, efficiency: 1, initial_mwh: 0 },
  ],
  transmission_lines: [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1, rating_mw: 7 }],
  fixed_commitment: [{ generator: 'H', hour: 1, on: true }],
  commitment: { G: [1, 1] },
};

const set = (
  element_type: Repair['element_type'],
  element_id: string,
  field: string,
  hour: number | null,
  to: number,
): Repair => ({ action: 'set', element_type, element_id, field, hour, from: null, to });

const ENTRIES: readonly [Repair, (repaired: SolvePayload) => unknown, unknown][] = [
  [
    set('bus', '1', 'values', 1, 15),
    ({ loads }) => loads.map(({ values }) => values),
    [
      [10, 15],
      [1, 2],
    ],
  ],
  [set('generator', 'H', 'p_max', null, 120), ({ generators }) => generators[1]?.p_max, 120],
  [set('generator', 'G', 'p_max_profile', 1, 85), ({ generators }) => generators[0]?.p_max, [90, 85]],
  [set('generator', 'G', 'p_max', 1, 85), ({ generators }) => generators[0]?.p_max, [90, 85]],
  [set('generator', 'G', 'must_run', null, 0), ({ generators }) => generators[0]?.must_run, false],
  [set('generator', 'I', 'must_run', 1, 0), ({ generators }) => generators[2]?.must_run, [true, false]],
  [set('generator', 'I', 'ramp_up', 1, 8), ({ generators }) => generators[2]?.ramp_up, [null, 8]],
  [
    set('generator', 'H', 'fixed_commitment', 1, 0),
    ({ fixed_commitment }) => fixed_commitment?.[0]?.on,
    false,
  ],
  [set('generator', 'H', 'commitment', 1, 1), ({ commitment }) => commitment, { G: [1, 1], H: [0, 1] }],
  [set('reserve', 'flat', 'mw', null, 4), ({ reserves }) => reserves?.[0]?.mw, 4],
  [set('reserve', 'hourly', 'mw', 0, 4), ({ reserves }) => reserves?.[1]?.mw, [4, 6]],
  [set('renewable', 'W', 'p_max', 0, 4), ({ renewables }) => renewables?.[0]?.p_max, [4, 3]],
  [set('storage', 'S', 'charge_mw', null, 2), ({ storage }) => storage?.[0]?.charge_mw, 2],
  [set('line', 'L', 'rating_mw', null, 8), ({ transmission_lines }) => transmission_lines?.[0]?.rating_mw, 8],
];

describe('applyRepair', () => {
  for (const [entry, read, expected] of ENTRIES) {
    it(`sets ${entry.field} of a ${entry.element_type}${entry.hour === null ? '' : ' in its hour'}`, () => {
      const before = structuredClone(payload);
      assert.deepEqual(read(applyRepair(payload, [entry])), expected);
      assert.deepEqual(payload, before, 'the payload that is given stays as it is');
    });
  }
});
