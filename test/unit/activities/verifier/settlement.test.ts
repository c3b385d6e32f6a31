/** Settlements of seeded cases and of published examples, and settlements that were spoilt afterwards. */
import assert from 'node:assert/strict';
import { verify } from '../../../../activities/verifier/verify.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import type { Settled } from '../../../../temporal/case/messages/settlement.ts';
import type { SolvePayload } from '../../../../temporal/case/schema.ts';
import { solve } from '../../../support/engine/solve.ts';
import { FAMILIES } from '../../../support/seeded/families.ts';

const CASES = 50;
const SHARE = 1e-6;
/** Amounts below this are tolerances of the solver, $. */
const CENT = 0.01;

const bothPrices = (payload: SolvePayload): SolvePayload => ({
  ...payload,
  options: { ...payload.options, pricing: 'both' },
});

const seeds = () =>
  Array.from({ length: 2.5 * CASES }, (_, seed) => seed).flatMap((seed) => {
    const family = FAMILIES[seed % FAMILIES.length];
    return family ? [{ ...family, seed }] : [];
  });

describe('a settlement', () => {
  const tally = { settled: 0, lossless: 0, lower: 0, lmp: 0, hull: 0 };

  for (const { name, caseOf, seed } of seeds())
    it(`adds up to cost less dual value: ${name}, seed ${seed}`, async () => {
      const { jobType, payload } = caseOf(seed);
      if (jobType === 'ed') return;
      const result = await solve(jobType, bothPrices(payload));
      if (result.objective_value === null) return;
      assert.equal(result.certificate?.verified, true);
      const { convex_hull: hull, lmp } = result.settlement ?? {};
      assert.ok(hull, 'no settlement');
      tally.settled += 1;
      assertIdentity(result, hull);
      assertEarned(result, hull);
      if (lmp && !payload.options?.losses) compare(result, hull, lmp);
    });

  function compare(result: SolveResult, hull: Settled, lmp: Settled): void {
    assertIdentity(result, lmp);
    const low = hull.total_uplift_usd + hull.operator_shortfall_usd;
    const high = lmp.total_uplift_usd + lmp.operator_shortfall_usd;
    tally.lossless += 1;
    tally.hull += low;
    tally.lmp += high;
    if (low <= high + CENT) tally.lower += 1;
  }

  it('has no more uplift at convex hull prices than at LMPs', () => {
    assert.ok(tally.settled >= CASES, `${tally.settled} cases`);
    assert.equal(tally.lower, tally.lossless, JSON.stringify(tally));
  });
});

/** Checks objective = dual value + uplifts + shortfall. */
function assertIdentity({ objective_value: cost }: SolveResult, at: Settled): void {
  const sum = at.dual_value_usd + at.total_uplift_usd + at.operator_shortfall_usd;
  const off = Math.abs((cost ?? Number.NaN) - sum) / Math.max(1, Math.abs(cost ?? 0));
  assert.ok(off <= SHARE, `${cost}, not ${sum}`);
}

/** Checks that no profit exceeds the largest one, and that the dual value is a bound. */
function assertEarned({ objective_value: cost }: SolveResult, at: Settled): void {
  const scale = Math.max(1, Math.abs(cost ?? 0));
  for (const { name, uplift_usd } of at.participants)
    assert.ok(uplift_usd >= -CENT - SHARE * scale, `${name}: ${uplift_usd}`);
  assert.ok(at.operator_shortfall_usd >= -CENT - SHARE * scale, `${at.operator_shortfall_usd}`);
}

type Unit = SolvePayload['generators'][number];

/** A unit that is off, and may start and stop at any time. */
const offUnit = (
  unit: Pick<Unit, 'name' | 'p_min' | 'p_max' | 'startup_cost' | 'marginal_cost' | 'cost_curve'>,
): Unit => ({
  ...{ bus: 1, no_load_cost: 0, min_uptime: 1, min_downtime: 1, initial_status: -10 },
  ...{ ramp_up: 1000, ramp_down: 1000 },
  ...unit,
});

/**
 * Example of Scarf as modified by Hogan and Ring, On minimum-uplift pricing for electricity markets, 2003: units of
 * three kinds, each with a start-up cost and a marginal cost. The average cost at full output is 3 + 53/16 = 6.3125
 * $/MWh of a smokestack unit, and 2 + 30/7 = 6.2857 $/MWh of a high-tech unit; a med-tech unit costs 7 $/MWh. The
 * convex hull of the total cost has these slopes, in the order of the averages: up to 35 MW, 131 MW and 161 MW.
 */
describe('the example of Scarf', () => {
  const kinds = [
    { kind: 'smokestack', count: 6, p_min: 0, p_max: 16, startup_cost: 53, marginal_cost: 3 },
    { kind: 'high_tech', count: 5, p_min: 0, p_max: 7, startup_cost: 30, marginal_cost: 2 },
    { kind: 'med_tech', count: 5, p_min: 2, p_max: 6, startup_cost: 0, marginal_cost: 7 },
  ];
  const generators = kinds.flatMap(({ kind, count, ...unit }) =>
    Array.from({ length: count }, (_, k) => offUnit({ name: `${kind}_${k + 1}`, ...unit })),
  );
  for (const { load, price } of [
    { load: 20, price: 2 + 30 / 7 },
    { load: 80, price: 3 + 53 / 16 },
    { load: 150, price: 7 },
  ])
    it(`has a convex hull price of ${price.toFixed(4)} $/MWh at ${load} MW`, () =>
      assertHullPrice(generators, load, price));
});

/**
 * Example of Gribik, Hogan, Pope (2007): units of two blocks of 100 MW, at 65 and 110 $/MWh (A, no start-up cost), 40
 * and 90 $/MWh (B, 6000 $) and 25 and 35 $/MWh (C, 8000 $). At full output C costs (8000 + 2500 + 3500) / 200 = 70
 * $/MWh and B (6000 + 4000 + 9000) / 200 = 95 $/MWh.
 */
describe('the example of Gribik, Hogan and Pope', () => {
  const unit = (name: string, startup_cost: number, low: number, high: number) =>
    offUnit({
      ...{ name, p_min: 0, p_max: 200, startup_cost, marginal_cost: low },
      cost_curve: [
        { mw: 0, usd_per_h: 0 },
        { mw: 100, usd_per_h: 100 * low },
        { mw: 200, usd_per_h: 100 * (low + high) },
      ],
    });
  const generators = [unit('A', 0, 65, 110), unit('B', 6000, 40, 90), unit('C', 8000, 25, 35)];
  for (const { load, price } of [
    { load: 50, price: 65 },
    { load: 200, price: 70 },
    { load: 400, price: 95 },
    { load: 550, price: 110 },
  ])
    it(`has a convex hull price of ${price} $/MWh at ${load} MW`, () =>
      assertHullPrice(generators, load, price));
});

async function assertHullPrice(generators: Unit[], load: number, price: number): Promise<void> {
  const payload: SolvePayload = {
    ...{ horizon: 1, generators, loads: [{ bus: 1, values: [load] }] },
    options: { pricing: 'both' },
  };
  const result = await solve('uc', payload);
  const actual = result.convex_hull_price_usd_per_mwh?.['bus_1']?.[0] ?? Number.NaN;
  assert.ok(Math.abs(actual - price) <= 1e-5, `${actual}, not ${price}`);
  const { lmp, convex_hull } = result.settlement ?? {};
  assert.ok(lmp && convex_hull);
  assert.ok(convex_hull.total_uplift_usd <= lmp.total_uplift_usd + CENT);
}

describe('the verifier', () => {
  const payload: SolvePayload = {
    horizon: 2,
    generators: [
      offUnit({ name: 'base', p_min: 10, p_max: 100, startup_cost: 500, marginal_cost: 20 }),
      offUnit({ name: 'peak', p_min: 40, p_max: 60, startup_cost: 900, marginal_cost: 50 }),
    ],
    loads: [{ bus: 1, values: [90, 120] }],
    options: { pricing: 'both' },
  };
  let good: SolveResult;
  before(async () => {
    good = await solve('uc', payload);
  });
  const failed = (result: SolveResult): string[] =>
    verify(payload, 'uc', result)
      .filter(({ ok }) => !ok)
      .map(({ name }) => name);

  it('accepts a settlement', () => {
    assert.deepEqual(failed(good), []);
    assert.ok(good.certificate?.checks.some(({ name }) => name === 'settlement'));
  });

  const kinds = ['lmp', 'convex_hull'] as const;
  for (const kind of kinds)
    for (const field of ['energy_revenue_usd', 'cost_usd', 'best_profit_usd', 'uplift_usd'] as const)
      it(`refuses another ${field} at ${kind}`, () => {
        const spoilt = structuredClone(good);
        const row = spoilt.settlement?.[kind]?.participants.at(-1);
        assert.ok(row);
        row[field] += 1;
        assert.deepEqual(failed(spoilt), ['settlement']);
      });

  it('refuses a settlement that lacks a participant', () => {
    const spoilt = structuredClone(good);
    spoilt.settlement?.lmp?.participants.pop();
    assert.deepEqual(failed(spoilt), ['settlement']);
  });

  it('refuses another convex hull price', () => {
    const spoilt = structuredClone(good);
    const prices = spoilt.convex_hull_price_usd_per_mwh?.['bus_1'];
    assert.ok(prices);
    prices[0] = (prices[0] ?? 0) + 1;
    assert.deepEqual(failed(spoilt), ['settlement']);
  });

  it('has no settlement unless it is asked for', async () => {
    const { options: _, ...plain } = payload;
    const { settlement, convex_hull_price_usd_per_mwh } = await solve('uc', plain);
    assert.deepEqual([settlement, convex_hull_price_usd_per_mwh], [undefined, undefined]);
  });

  /** The best profit of a unit is found a second time by the engine: the unit alone, with bids at the prices. */
  it('finds the best profits that the model of a unit alone finds', async () => {
    for (const kind of kinds) {
      const prices = kind === 'lmp' ? good.lmp['bus_1'] : good.convex_hull_price_usd_per_mwh?.['bus_1'];
      for (const unit of payload.generators) {
        const alone = await solve('uc', {
          ...{ horizon: 2, generators: [unit], loads: [{ bus: 1, values: [0, 0] }] },
          bids: [{ name: 'm', bus: 1, kind: 'demand', blocks: [{ mw: 1000, usd_per_mwh: prices ?? [] }] }],
        });
        const row = good.settlement?.[kind]?.participants.find(({ name }) => name === unit.name);
        const best = -(alone.objective_value ?? Number.NaN);
        assert.ok(Math.abs((row?.best_profit_usd ?? Number.NaN) - best) <= CENT, `${unit.name}: ${best}`);
      }
    }
  });
});
