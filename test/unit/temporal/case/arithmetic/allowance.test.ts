/** The search for the price of CO2 that meets a cap, on curves of emissions. */
import assert from 'node:assert/strict';
import { nextPrice, type PricedRun } from '../../../../../temporal/case/arithmetic/allowance.ts';

/** Searches as a run does; returns the runs and the chosen one. */
function search(cap: number, co2At: (price: number) => number, least = 0) {
  const runs: PricedRun[] = [];
  for (;;) {
    const next = nextPrice(cap, least, runs);
    if ('kept' in next) return { runs, chosen: runs[next.kept] };
    runs.push({ price: next.price, co2: co2At(next.price) });
  }
}

describe('nextPrice', () => {
  it('keeps the price of the options if the cap is met there', () => {
    assert.deepEqual(search(1000, () => 900, 7).runs, [{ price: 7, co2: 900 }]);
  });

  it('ends within 0.5 % of the cap where emissions are continuous', () => {
    for (const cap of [300, 500, 700, 990]) {
      const { runs, chosen } = search(cap, (price) => 1000 * Math.exp(-price / 90));
      assert.ok(chosen && chosen.co2 <= cap && chosen.co2 >= 0.995 * cap, `${cap}: ${chosen?.co2}`);
      assert.ok(runs.length <= 12);
    }
  });

  it('keeps the lowest price that suffices where emissions fall in steps', () => {
    const { runs, chosen } = search(600, (price) => (price < 40 ? 1000 : price < 70 ? 800 : 550));
    assert.equal(chosen?.co2, 550);
    assert.ok(chosen && chosen.price >= 70 && chosen.price < 72, `${chosen?.price}`);
    assert.ok(runs.length <= 12);
  });

  it('keeps the run with the least CO2 if no price meets the cap', () => {
    const { runs, chosen } = search(100, (price) => 200 + 800 / (1 + price));
    assert.equal(chosen?.price, 6400);
    assert.ok(runs.length <= 12);
  });

  it('never tries a price twice', () => {
    const { runs } = search(600, (price) => (price <= 33.333 ? 601 : 10));
    assert.equal(new Set(runs.map(({ price }) => price)).size, runs.length);
  });
});
