/** Cases whose optimum can be worked out by hand; the arithmetic stands beside each. */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

interface Known {
  readonly reading: string;
  readonly type?: JobType;
  readonly payload: Omit<SolvePayload, 'horizon'>;
  /** $; objective where something is priced beyond the cost. */
  readonly cost: number;
  readonly objective?: number;
  readonly on?: Readonly<Record<string, readonly number[]>>;
  readonly also?: (result: SolveResult) => void;
}

const load = (...values: number[]) => [{ bus: 1, values }];
const line = (id: string, from_bus: number, to_bus: number, rating_mw: number | null = null) => ({
  id,
  from_bus,
  to_bus,
  x_pu: 0.1,
  rating_mw,
});
const cheap = aUnit('cheap');
const dear = aUnit('dear', { marginal_cost: 50 });
const ring = [line('01', 0, 1), line('12', 1, 2), line('02', 0, 2, 60)];
const ringUnits = [
  aUnit('a', { bus: 0, p_max: 200, marginal_cost: 20 }),
  aUnit('b', { bus: 1, marginal_cost: 30 }),
  aUnit('c', { bus: 2, marginal_cost: 60 }),
];
const ringLoads = [
  { bus: 1, values: [50] },
  { bus: 2, values: [150] },
];

const CASES: readonly Known[] = [
  {
    reading: 'fills the cheap unit first',
    payload: { generators: [dear, cheap], loads: load(80, 130) },
    cost: 80 * 10 + 100 * 10 + 30 * 50,
    also: ({ lmp }) => assert.deepEqual(lmp['bus_1'], [10, 50]),
  },
  {
    reading: 'switches a unit off when its no-load cost is not worth it',
    payload: {
      generators: [aUnit('heavy', { marginal_cost: 5, no_load_cost: 1000 }), cheap],
      loads: load(80),
    },
    cost: 80 * 10,
    on: { heavy: [0] },
  },
  {
    reading: 'keeps a unit on through a valley that is cheaper than a new start',
    // Off: 2 x 50 x 10 + 20 x 10 more dear energy ... staying costs 30 $/h, a start 100 $.
    payload: {
      generators: [
        aUnit('base', { p_max: 50 }),
        aUnit('peak', { marginal_cost: 20, no_load_cost: 30, startup_cost: 100 }),
      ],
      loads: load(80, 50, 80),
    },
    cost: 3 * 50 * 10 + 2 * 30 * 20 + 3 * 30,
    on: { peak: [1, 1, 1] },
  },
  {
    reading: 'stops a unit when a new start is cheaper than the valley',
    payload: {
      generators: [
        aUnit('base', { p_max: 50 }),
        aUnit('peak', { marginal_cost: 20, no_load_cost: 300, startup_cost: 100 }),
      ],
      loads: load(80, 50, 80),
    },
    cost: 3 * 50 * 10 + 2 * 30 * 20 + 2 * 300 + 100,
    on: { peak: [1, 0, 1] },
  },
  {
    reading: 'holds a started unit for its minimum up time',
    payload: {
      generators: [
        aUnit('base', { p_max: 50 }),
        aUnit('peak', { marginal_cost: 20, p_min: 10, min_uptime: 3, initial_status: -9 }),
      ],
      loads: load(80, 50, 50),
    },
    cost: (50 + 40 + 40) * 10 + (30 + 10 + 10) * 20,
    on: { peak: [1, 1, 1] },
  },
  {
    reading: 'keeps a stopped unit off for the rest of its minimum down time',
    payload: {
      generators: [aUnit('cheap', { initial_status: -1, min_downtime: 3 }), dear],
      loads: load(80, 80, 80),
    },
    cost: 2 * 80 * 50 + 80 * 10,
    on: { cheap: [0, 0, 1] },
  },
  {
    reading: 'keeps a young unit on for the rest of its minimum up time',
    payload: {
      generators: [cheap, aUnit('young', { marginal_cost: 50, p_min: 20, initial_status: 1, min_uptime: 3 })],
      loads: load(80, 80, 80),
    },
    cost: 2 * (60 * 10 + 20 * 50) + 80 * 10,
    on: { young: [1, 1, 0] },
  },
  {
    reading: 'climbs no faster than its ramp from the given output',
    payload: {
      generators: [aUnit('cheap', { ramp_up: 20, initial_power_mw: 30 }), dear],
      loads: load(80, 80),
    },
    cost: (50 + 70) * 10 + (30 + 10) * 50,
  },
  {
    reading: 'starts at its start-up ramp and climbs from there',
    payload: {
      generators: [aUnit('cheap', { ramp_up: 30, startup_ramp: 25, initial_status: -5 }), dear],
      loads: load(80, 80),
    },
    cost: (25 + 55) * 10 + (55 + 25) * 50,
  },
  {
    reading: 'runs a must-run unit at its minimum',
    payload: {
      generators: [cheap, aUnit('must', { marginal_cost: 50, p_min: 20, must_run: true })],
      loads: load(80),
    },
    cost: 60 * 10 + 20 * 50,
  },
  {
    reading: 'follows a convex cost curve',
    payload: {
      generators: [
        aUnit('curved', {
          cost_curve: [
            { mw: 0, usd_per_h: 100 },
            { mw: 50, usd_per_h: 600 },
            { mw: 100, usd_per_h: 1600 },
          ],
        }),
        aUnit('flat', { marginal_cost: 15 }),
      ],
      loads: load(80),
    },
    cost: 600 + 30 * 15,
  },
  {
    reading: 'pays the hot tier for a short stop and the cold one for a long one',
    payload: {
      generators: [
        aUnit('base', { p_max: 50 }),
        aUnit('tiered', {
          marginal_cost: 20,
          no_load_cost: 500,
          initial_status: -10,
          startup_categories: [
            { lag_h: 1, cost_usd: 40 },
            { lag_h: 4, cost_usd: 90 },
          ],
        }),
      ],
      loads: load(80, 50, 80),
    },
    cost: 3 * 50 * 10 + 2 * 30 * 20 + 2 * 500 + 90 + 40,
    on: { tiered: [1, 0, 1] },
  },
  {
    reading: 'charges storage in the cheap hour for the dear one',
    // 40 MWh charged at 10 $ give 20 MWh, which replace 20 MWh at 50 $.
    payload: {
      generators: [cheap, dear],
      loads: load(60, 120),
      storage: [
        {
          name: 's',
          bus: 1,
          energy_mwh: 100,
          charge_mw: 40,
          discharge_mw: 50,
          efficiency: 0.5,
          initial_mwh: 0,
        },
      ],
    },
    cost: 100 * 10 + 100 * 10,
  },
  {
    reading: 'commits a second unit for reserve',
    payload: {
      generators: [cheap, aUnit('second', { marginal_cost: 50, p_min: 10 })],
      loads: load(80),
      reserves: [{ name: 'spin', mw: 50 }],
    },
    cost: 70 * 10 + 10 * 50,
    on: { second: [1] },
  },
  {
    reading: 'curtails a free renewable that nobody needs',
    payload: {
      generators: [aUnit('must', { p_min: 50, must_run: true })],
      loads: load(80),
      renewables: [{ name: 'wind', bus: 1, p_min: [0], p_max: [60] }],
    },
    cost: 50 * 10,
    also: ({ curtailment_mw }) => assert.deepEqual(curtailment_mw, { wind: [30] }),
  },
  {
    reading: 'sheds load at its price when nothing else is left',
    payload: { generators: [cheap], loads: load(130), options: { unserved_energy_usd_per_mwh: 1000 } },
    cost: 100 * 10,
    objective: 100 * 10 + 30 * 1000,
    also: ({ lmp, unserved_mw }) => assert.deepEqual([lmp['bus_1'], unserved_mw], [[1000], { bus_1: [30] }]),
  },
  {
    reading: 'prices a congested ring at 20, 40 and 60 $/MWh',
    type: 'scuc',
    payload: { generators: ringUnits, loads: ringLoads, transmission_lines: ring },
    cost: 65 * 20 + 100 * 30 + 35 * 60,
    also: ({ lmp, dispatch_mw }) => {
      assert.deepEqual([lmp['bus_0'], lmp['bus_1'], lmp['bus_2']], [[20], [40], [60]]);
      assert.deepEqual(dispatch_mw, { a: [65], b: [100], c: [35] });
    },
  },
  {
    reading: 'overloads a soft line where that is cheaper',
    // A MW from b in place of a costs 10 $ more and relieves line 0-2 by 1/3 MW, which is worth 24 $ / 3.
    type: 'scuc',
    payload: {
      generators: ringUnits,
      loads: ringLoads,
      transmission_lines: ring.map((l) => (l.id === '02' ? { ...l, penalty_usd_per_mwh: 24 } : l)),
    },
    cost: 200 * 20,
    objective: 200 * 20 + (350 / 3 - 60) * 24,
  },
  {
    reading: 'keeps room for the loss of a parallel line',
    // Two lines of 60 MW: after losing one, the other carries all, so only 60 MW may cross.
    type: 'scuc',
    payload: {
      generators: [aUnit('far', { bus: 1 }), aUnit('near', { bus: 2, marginal_cost: 50 })],
      loads: [{ bus: 2, values: [90] }],
      transmission_lines: [line('A', 1, 2, 60), line('B', 1, 2, 60)],
      contingencies: [
        { id: 'lose A', lines: ['A'] },
        { id: 'lose B', lines: ['B'] },
      ],
    },
    cost: 60 * 10 + 30 * 50,
  },
  {
    reading: 'keeps head-room for the loss of a generator',
    type: 'scuc',
    payload: {
      generators: [cheap, aUnit('second', { marginal_cost: 50, p_min: 10, p_max: 60 })],
      loads: load(80),
      contingencies: [{ id: 'lose cheap', generators: ['cheap'] }],
    },
    // p_cheap <= 60 - p_second and both sum to 80: impossible with 60 MW; 100 MW of dear would do.
    cost: Number.NaN,
  },
  {
    reading: 'dispatches a given commitment and pays no start',
    type: 'ed',
    payload: {
      generators: [
        cheap,
        aUnit('dear', { marginal_cost: 50, p_min: 20, startup_cost: 999, no_load_cost: 7 }),
      ],
      loads: load(80, 80),
      commitment: { cheap: [1, 1], dear: [0, 1] },
    },
    cost: 80 * 10 + 60 * 10 + 20 * 50 + 7,
  },
  {
    reading: 'dispatches without a commitment as if minimum outputs were zero',
    type: 'ed',
    payload: { generators: [cheap, aUnit('dear', { marginal_cost: 50, p_min: 60 })], loads: load(120) },
    cost: 100 * 10 + 20 * 50,
  },
];

describe('known optima', () => {
  for (const { reading, type = 'uc', payload, cost, objective = cost, on = {}, also } of CASES) {
    it(reading, async () => {
      const horizon = payload.loads[0]?.values.length ?? 0;
      const result = await solve(type, { ...payload, horizon });
      if (Number.isNaN(cost)) {
        assert.equal(result.termination_status, 'INFEASIBLE');
        assert.ok((result.infeasibility?.causes.length ?? 0) > 0);
        return;
      }
      assert.equal(result.termination_status, 'OPTIMAL');
      const close = (actual: number | null, wanted: number) =>
        assert.ok(
          Math.abs((actual ?? Number.NaN) - wanted) <= 1e-6 * Math.abs(wanted),
          `${actual}, not ${wanted}`,
        );
      close(result.total_cost_usd, cost);
      close(result.objective_value, objective);
      for (const [name, hours] of Object.entries(on)) assert.deepEqual(result.commitment[name], hours, name);
      assert.equal(result.certificate?.verified, true);
      also?.(result);
    });
  }
});
