import assert from 'node:assert/strict';
import { prepareCase } from '../../../../../activities/engine/base/prepared-case.ts';
import { openHighs } from '../../../../../activities/solvers/highs/open-highs.ts';
import { formulate } from '../../../../../activities/uc/formulation/index.ts';
import { priceAscent } from '../../../../../activities/uc/lagrangian/price-ascent.ts';
import { hardCase } from '../../../../support/cases/hard-case.ts';
import { mixedCase } from '../../../../support/cases/mixed-case.ts';

const UNWATCHED = { onProgress: () => undefined, onIncumbent: () => undefined };
const CASES = 12;
const STEPS = 40;

async function optimumOf(seed: number) {
  const { instance } = prepareCase(mixedCase(seed, 4, 7), 'uc');
  const session = await openHighs(formulate(instance).milp, new Int32Array(1));
  const { objective } = session.search({ timeLimitS: 10, mipGap: 0 }, undefined, UNWATCHED);
  session.dispose();
  assert.ok(objective !== null);
  return { instance, cost: objective };
}

describe('prices that rise without a model', () => {
  it('never bound the cost from above the optimum', async function () {
    this.timeout(20_000);
    for (let seed = 0; seed < CASES; seed++) {
      const { instance, cost } = await optimumOf(seed);
      const ascent = priceAscent(instance);
      for (let step = 0; step <= STEPS; step++) {
        assert.ok(
          ascent.bound <= cost * (1 + 1e-9),
          `seed ${seed}, step ${step}: ${ascent.bound} of ${cost}`,
        );
        ascent.step(cost);
      }
    }
  });

  it('raise the bound of a large case, and give the share of it in which a unit is on', () => {
    const { instance } = prepareCase(hardCase(60, 24), 'uc');
    const ascent = priceAscent(instance);
    const first = ascent.bound;
    for (let step = 0; step < 60; step++) ascent.step(first * 1.02);
    assert.ok(ascent.bound > first);
    const shares = ascent.shares.flatMap((hours) => [...hours]);
    assert.ok(shares.every((share) => share >= 0 && share <= 1 + 1e-6));
    assert.ok(shares.some((share) => share > 0.2 && share < 0.8));
  });
});
