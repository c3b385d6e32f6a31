import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobType } from '../../../temporal/solvers.ts';
import { aUnit } from '../../support/cases/a-unit.ts';
import { randomCase } from '../../support/cases/random-case.ts';
import { referenceCost, referenceResult } from '../../support/reference/reference-solver.ts';
import { day, ring } from '../activities/verifier/hand-made.ts';

const onBus1 = (
  generators: SolvePayload['generators'],
  values: number[],
  more: Partial<SolvePayload> = {},
): SolvePayload => ({
  generators,
  loads: [{ bus: 1, values }],
  horizon: values.length,
  ...more,
});
const cheap = aUnit('A', { no_load_cost: 5 });
const dear = aUnit('B', { p_min: 40, marginal_cost: 20, startup_cost: 300, initial_status: -4 });

const cases: [string, JobType, SolvePayload, number | 'INFEASIBLE'][] = [
  [
    'merit order: 100 MW at 10, then a start at p_min of 40',
    'uc',
    onBus1([cheap, dear], [80, 120]),
    805 + 805 + 800 + 300,
  ],
  [
    'a minimum uptime keeps the dear unit on for a second hour',
    'uc',
    onBus1([cheap, { ...dear, min_uptime: 2 }], [80, 120, 80]),
    805 + 1605 + 300 + 405 + 800,
  ],
  [
    'a minimum downtime that is left makes the peak infeasible',
    'uc',
    onBus1([cheap, { ...dear, min_downtime: 6 }], [80, 120]),
    'INFEASIBLE',
  ],
  [
    'a start after five hours off costs the second tier',
    'uc',
    onBus1(
      [
        cheap,
        {
          ...dear,
          startup_categories: [
            { lag_h: 1, cost_usd: 50 },
            { lag_h: 5, cost_usd: 70 },
            { lag_h: 6, cost_usd: 90 },
          ],
        },
      ],
      [80, 120],
    ),
    805 + 805 + 800 + 70,
  ],
  [
    'a ramp of 20 MW starts the dear unit',
    'uc',
    onBus1([{ ...cheap, ramp_up: 20 }, dear], [60, 100]),
    605 + 605 + 800 + 300,
  ],
  [
    'unserved energy is cheaper than a start',
    'uc',
    onBus1([cheap, dear], [101], { options: { unserved_energy_usd_per_mwh: 100 } }),
    1005 + 100,
  ],
  [
    'wind is free and curtailed below the minimum of a must_run unit',
    'uc',
    onBus1([aUnit('A', { p_min: 30, must_run: true })], [40], {
      renewables: [{ name: 'W', bus: 1, p_min: [0], p_max: [50] }],
    }),
    300,
  ],
  [
    'a battery without losses shifts cheap energy to the peak',
    'uc',
    onBus1([aUnit('A', { p_max: 50 }), aUnit('B', { marginal_cost: 90 })], [40, 60], {
      storage: [
        { name: 'S', bus: 1, energy_mwh: 20, charge_mw: 20, discharge_mw: 20, efficiency: 1, initial_mwh: 0 },
      ],
    }),
    1000,
  ],
  [
    'a reserve shortfall is paid for when a start costs more',
    'uc',
    onBus1([cheap, dear], [95], { reserves: [{ name: 'spin', mw: 10, penalty_usd_per_mwh: 7 }] }),
    955 + 35,
  ],
  ['the three-bus ring costs 6400 $', 'scuc', { ...ring, contingencies: [] }, 6400],
  [
    'a limit on the line that is left after an outage costs more',
    'scuc',
    {
      ...ring,
      contingencies: [{ id: 'x', lines: ['1-2'] }],
      transmission_lines: (ring.transmission_lines ?? []).map((line) => ({
        ...line,
        emergency_rating_mw: 60,
      })),
    },
    6600,
  ],
  [
    'the ring as dispatch of a commitment',
    'ed',
    { ...ring, options: { network: true }, commitment: { G1: [1], G2: [1], G3: [1] } },
    6400,
  ],
  [
    'a dispatch without commitment starts nothing and pays no-load where it runs',
    'ed',
    onBus1([cheap, { ...dear, no_load_cost: 9 }], [80, 120]),
    805 + 1005 + 400 + 9,
  ],
];

describe('reference solver', () => {
  for (const [what, jobType, payload, expected] of cases) {
    it(`knows that ${what}`, async () => {
      const cost = await referenceCost(payload, jobType);
      if (expected === 'INFEASIBLE' || cost === 'INFEASIBLE') assert.equal(cost, expected);
      else assert.ok(Math.abs(cost - expected) < 1e-5, `${cost} instead of ${expected}`);
    });
  }

  it('does no worse than a schedule made by hand', async () => {
    const cost = await referenceCost(day, 'uc');
    assert.ok(cost !== 'INFEASIBLE' && cost <= 4540);
  });

  it('prices the ring at 20, 40 and 60 $/MWh', async () => {
    const result = await referenceResult({ ...ring, contingencies: [] }, 'scuc');
    assert.ok(result !== 'INFEASIBLE');
    const prices = Object.fromEntries(
      Object.entries(result.lmp).map(([bus, [price = 0]]) => [bus, Number(price.toFixed(6))]),
    );
    assert.deepEqual(prices, { bus_1: 20, bus_2: 40, bus_3: 60 });
  });
});

describe('random cases', () => {
  it('are the same for the same seed', () => {
    assert.deepEqual(randomCase(7), randomCase(7));
    assert.notDeepEqual(randomCase(7), randomCase(10));
  });
});
