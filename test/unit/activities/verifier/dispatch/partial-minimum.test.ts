/** The minimum over one of two variables, and dispatches that use it, compared with a grid search. */
import assert from 'node:assert/strict';
import { valueAt } from '../../../../../activities/verifier/dispatch/convex.ts';
import { partialMinimum } from '../../../../../activities/verifier/dispatch/partial-minimum.ts';
import { cheapestReserving } from '../../../../../activities/verifier/dispatch/storage-dispatch.ts';
import { cheapestDispatch, priceUnit } from '../../../../../activities/verifier/dispatch/unit-dispatch.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { judgedStorage } from '../../../../support/cases/judged-storage.ts';
import { randomDraw } from '../../../../support/cases/random.ts';
import { judgedUnit } from '../hand-made.ts';

const NEAR = 1e-6;

describe('the minimum over one variable', () => {
  it('is that of a sum of distances', () => {
    const f = { at: [0, 2, 6], slopes: [-1, 2], value: 3 };
    const lines = [{ x: -1, y: 1, c: 1 }];
    const minimum = partialMinimum(f, (x, y) => Math.abs(y - x - 1), lines, [0, 9]);
    assert.ok(minimum);
    for (const y of [0, 0.5, 1, 3, 4.5, 7, 9]) {
      const grid = Array.from({ length: 6001 }, (_, k) => k / 1000);
      const least = Math.min(...grid.map((x) => valueAt(f, x) + Math.abs(y - x - 1)));
      assert.ok(Math.abs(valueAt(minimum, y) - least) <= NEAR, `${y}: ${valueAt(minimum, y)}, not ${least}`);
    }
  });

  it('is nowhere where nothing is allowed', () => {
    const f = { at: [1], slopes: [], value: 0 };
    assert.equal(
      partialMinimum(f, () => Number.POSITIVE_INFINITY, [], [0, 1]),
      undefined,
    );
  });
});

const HOURS = 3;

/**
 * Least cost over all integer paths through the hours, from `low` to `high` in each; Infinity marks outputs that are
 * not permitted.
 */
function leastOnGrid(
  low: number,
  high: number,
  first: number | undefined,
  cost: (hour: number, before: number | undefined, now: number) => number,
): number {
  const numbers = Array.from({ length: high - low + 1 }, (_, k) => low + k);
  const from = (hour: number, before: number | undefined): number =>
    hour === HOURS
      ? 0
      : Math.min(
          ...numbers
            .map((now) => cost(hour, before, now))
            .map((usd, k) => (usd < Infinity ? usd + from(hour + 1, low + k) : usd)),
        );
  return from(0, first);
}

interface Tier {
  readonly width: number;
  readonly price: number;
}

function income(tiers: readonly Tier[], mw: number): number {
  let [remaining, usd] = [mw, 0];
  for (const { width, price } of tiers) {
    usd += price * Math.min(width, remaining);
    remaining -= Math.min(width, remaining);
  }
  return usd;
}

const LOW = 2;
const HIGH = 9;

describe('the cheapest dispatch with offers of reserve', () => {
  it('equals a search in whole MW, with ramps, both directions and limits of products', () => {
    for (let seed = 0; seed < 60; seed++) {
      const draw = randomDraw(seed);
      const [up, down] = [draw.integer(1, 6), draw.integer(1, 6)];
      const unit = aUnit('G', { p_min: LOW, p_max: HIGH, marginal_cost: 5, ramp_up: up, ramp_down: down });
      const tier = (): Tier => ({ width: draw.integer(1, 4), price: draw.integer(1, 9) });
      const tiers = () => [tier(), tier()].sort((a, b) => b.price - a.price);
      const offers = Array.from({ length: HOURS }, () => ({ up: tiers(), down: tiers() }));
      const energy = draw.hours(HOURS, () => draw.integer(0, 12));
      const always = (mw: number): number[] => draw.hours(HOURS, () => mw);
      const limits = { ...judgedUnit(unit), p_min: always(LOW), p_max: always(HIGH) };
      const priced = priceUnit(limits, { energy, reserve: always(0), offers });
      const before = draw.chance(0.5) ? draw.integer(LOW, HIGH) : undefined;
      const cost = cheapestDispatch(priced, { from: 0, to: HOURS, before });
      const least = leastOnGrid(LOW, HIGH, before, (hour, last, p) => {
        const top = Math.min(HIGH, (last ?? HIGH) + up);
        const bottom = Math.max(LOW, (last ?? LOW) - down);
        if (p < bottom || p > top) return Number.POSITIVE_INFINITY;
        const offer = offers[hour];
        const earned = income(offer?.up ?? [], top - p) + income(offer?.down ?? [], p - bottom);
        return (5 - (energy[hour] ?? 0)) * p - earned;
      });
      assert.ok(Math.abs(cost - least) <= NEAR, `seed ${seed}: ${cost}, not ${least}`);
    }
  });
});

describe('the cheapest use of a storage that gives reserve', () => {
  it('equals a search in whole MWh', () => {
    for (let seed = 0; seed < 60; seed++) {
      const draw = randomDraw(1000 + seed);
      const [charge_mw, discharge_mw] = [draw.integer(1, 4), draw.integer(1, 4)];
      const energy_mwh = draw.integer(3, 6);
      const battery = judgedStorage(
        { charge_mw, discharge_mw, energy_mwh, efficiency: 1, initial_mwh: 2 },
        HOURS,
      );
      const prices = {
        energy: draw.hours(HOURS, () => draw.integer(-3, 12)),
        up: draw.hours(HOURS, () => draw.integer(0, 9)),
        down: draw.hours(HOURS, () => draw.integer(0, 9)),
      };
      const idle = { charge: [0, 0, 0], discharge: [0, 0, 0], spill: [0, 0, 0] };
      const cost = cheapestReserving(battery, prices, idle, () => true);
      const least = leastOnGrid(0, energy_mwh, 2, (hour, before = 0, stored) => {
        const net = before - stored;
        if (net < -charge_mw || net > discharge_mw) return Number.POSITIVE_INFINITY;
        const up = Math.min(discharge_mw - net, stored);
        const down = Math.min(charge_mw + net, energy_mwh - stored);
        const { energy, up: above, down: below } = prices;
        return -(energy[hour] ?? 0) * net - (above[hour] ?? 0) * up - (below[hour] ?? 0) * down;
      });
      assert.ok(Math.abs(cost - least) <= NEAR, `seed ${seed}: ${cost}, not ${least}`);
    }
  });
});
