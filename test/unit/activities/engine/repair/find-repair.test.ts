/** Infeasible cases whose smallest repair can be worked out by hand. */
import assert from 'node:assert/strict';
import type { Repair } from '../../../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

type Entry = readonly [
  type: Repair['element_type'],
  id: string,
  field: string,
  hour: number | null,
  from: number,
  to: number,
];

interface Known {
  readonly reading: string;
  readonly type?: JobType;
  readonly payload: Partial<SolvePayload>;
  readonly repair: readonly Entry[];
  readonly cost: number;
}

const load = (...values: number[]) => [{ bus: 1, values }];
const line = (from_bus: number, to_bus: number, rating_mw: number | null = null) => ({
  id: `${from_bus}-${to_bus}`,
  from_bus,
  to_bus,
  x_pu: 0.1,
  rating_mw,
});
const battery = {
  name: 'S',
  bus: 1,
  energy_mwh: 20,
  charge_mw: 1,
  discharge_mw: 5,
  efficiency: 1,
  initial_mwh: 10,
};

const CASES: readonly Known[] = [
  {
    reading: 'lowers downward reserve to what runs above its minimum',
    payload: {
      generators: [aUnit('G', { p_min: 20, must_run: true })],
      loads: load(50),
      reserves: [{ name: 'down', mw: 60, direction: 'down' }],
    },
    repair: [['reserve', 'down', 'mw', null, 60, 30]],
    cost: 30,
  },
  {
    reading: 'lowers reserve to what a ramp gives within the response time',
    payload: {
      generators: [aUnit('G', { ramp_up: 60 })],
      loads: load(50),
      reserves: [{ name: 'fast', mw: 25, response_min: 10 }],
    },
    repair: [['reserve', 'fast', 'mw', null, 25, 10]],
    cost: 15,
  },
  {
    reading: 'lowers reserve of a storage to what it gives when it turns round from charging',
    payload: {
      generators: [aUnit('G')],
      loads: load(50),
      storage: [battery],
      reserves: [{ name: 'up', mw: 9, providers: ['S'] }],
    },
    repair: [['reserve', 'up', 'mw', null, 9, 6]],
    cost: 3,
  },
  {
    reading: 'takes load away in the one hour in which it is too large',
    payload: { generators: [aUnit('G')], loads: load(90, 130) },
    repair: [['bus', '1', 'values', 1, 130, 100]],
    cost: 30,
  },
  {
    reading: 'raises p_max once rather than cut the load of three hours',
    payload: { generators: [aUnit('G')], loads: load(130, 120, 130) },
    repair: [['generator', 'G', 'p_max', null, 100, 130]],
    cost: 30,
  },
  {
    reading: 'lowers a minimum output rather than raise the load',
    payload: {
      generators: [aUnit('G', { p_min: 60, must_run: true })],
      loads: load(70, 40),
    },
    repair: [['generator', 'G', 'p_min', null, 60, 40]],
    cost: 20,
  },
  {
    reading: 'turns limits the right way round at the smaller end',
    payload: { generators: [aUnit('G'), aUnit('H', { p_min: 80, p_max: 50 })], loads: load(20) },
    repair: [['generator', 'H', 'p_min', null, 80, 50]],
    cost: 30,
  },
  {
    reading: 'raises a ramp by what is missing',
    payload: { generators: [aUnit('G', { ramp_up: 20 })], loads: load(50, 80) },
    repair: [['generator', 'G', 'ramp_up', null, 20, 30]],
    cost: 10,
  },
  {
    reading: 'lowers a reserve rather than the load',
    payload: {
      generators: [aUnit('G')],
      loads: load(80, 90),
      reserves: [{ name: 'spin', mw: [15, 15] }],
    },
    repair: [['reserve', 'spin', 'mw', 1, 15, 10]],
    cost: 5,
  },
  {
    reading: 'raises the rating of a radial line',
    type: 'scuc',
    payload: {
      generators: [aUnit('G')],
      loads: [{ bus: 2, values: [50, 45] }],
      transmission_lines: [line(1, 2, 20)],
    },
    repair: [['line', '1-2', 'rating_mw', null, 20, 50]],
    cost: 30,
  },
  {
    reading: 'takes two thirds of a flow for the line of a ring that carries them',
    // Two thirds of 90 MW flow over 1-3; 30 MW less load would be dearer than 20 MW more rating.
    type: 'ed',
    payload: {
      generators: [aUnit('G')],
      loads: [{ bus: 3, values: [90] }],
      transmission_lines: [line(1, 2), line(2, 3), line(1, 3, 40)],
      options: { network: true },
    },
    repair: [['line', '1-3', 'rating_mw', null, 40, 60]],
    cost: 20,
  },
  {
    reading: 'raises the emergency rating where a line has one',
    type: 'scuc',
    payload: {
      generators: [aUnit('G')],
      loads: [{ bus: 3, values: [50, 50] }],
      transmission_lines: [line(1, 2), { ...line(2, 3, 40), emergency_rating_mw: 45 }, line(1, 3)],
      contingencies: [{ id: 'lose 1-3', lines: ['1-3'] }],
    },
    repair: [['line', '2-3', 'emergency_rating_mw', null, 45, 50]],
    cost: 5,
  },
  {
    reading: 'shortens a minimum time by whole hours',
    // Off for 1 h of 3 and needed in hour 1; one hour of it counts 50, and 50 MW of load rank behind.
    payload: {
      generators: [aUnit('G'), aUnit('H', { p_max: 50, min_downtime: 3, initial_status: -1 })],
      loads: load(90, 150, 150),
    },
    repair: [['generator', 'H', 'min_downtime', null, 3, 2]],
    cost: 50,
  },
  {
    reading: 'gives up must_run once rather than a fixed commitment twice',
    payload: {
      generators: [aUnit('G', { must_run: true, p_max: 10 }), aUnit('H')],
      loads: load(50, 50),
      fixed_commitment: [0, 1].map((hour) => ({ generator: 'G', hour, on: false })),
    },
    repair: [['generator', 'G', 'must_run', null, 1, 0]],
    cost: 10,
  },
  {
    reading: 'charges a battery faster rather than give up what it must end with',
    // From 10 to 15 MWh in two hours: 2.5 MW instead of 1 MW, or 3 MWh less.
    payload: { generators: [aUnit('G')], loads: load(20, 20), storage: [{ ...battery, final_mwh: 15 }] },
    repair: [['storage', 'S', 'charge_mw', null, 1, 2.5]],
    cost: 1.5,
  },
  {
    reading: 'cuts the load of an island without a source',
    type: 'scuc',
    payload: {
      generators: [aUnit('G')],
      loads: [
        { bus: 2, values: [10] },
        { bus: 3, values: [7] },
      ],
      transmission_lines: [line(1, 2)],
    },
    repair: [['bus', '3', 'values', 0, 7, 0]],
    cost: 7,
  },
  {
    reading: 'rounds away from the old value',
    payload: { generators: [aUnit('G', { p_max: 100 / 3 })], loads: load(50) },
    repair: [['bus', '1', 'values', 0, 50, 33.333]],
    cost: 16.667,
  },
];

describe('findRepair', () => {
  for (const { reading, type = 'uc', payload, repair, cost } of CASES) {
    it(reading, async () => {
      const loads = payload.loads ?? [];
      const whole: SolvePayload = {
        generators: [],
        ...payload,
        loads,
        horizon: loads[0]?.values.length ?? 0,
      };
      const { infeasibility } = await solve(type, whole);
      const found = (infeasibility?.repair ?? []).map((entry) => [
        entry.element_type,
        entry.element_id,
        entry.field,
        entry.hour,
        entry.from,
        entry.to,
      ]);
      assert.deepEqual(found, repair);
      assert.equal(infeasibility?.repair_cost, cost);
    });
  }
});
