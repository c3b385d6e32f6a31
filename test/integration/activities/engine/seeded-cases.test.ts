/** Seeded cases of every family, each solved once and judged by all references: `support/seeded/judge-case.ts`. */
import assert from 'node:assert/strict';
import { isFullSize } from '../../../support/full-size.ts';
import { FAMILIES } from '../../../support/seeded/families.ts';
import { emptyTally, judgeCase } from '../../../support/seeded/judge-case.ts';

/** Seeds of each family; `npm run bench -- sweep` takes all. */
const SEEDS = isFullSize ? 4 : 2;

describe('seeded cases', function () {
  this.timeout(60_000);
  const tally = emptyTally();

  for (const { name, caseOf } of FAMILIES)
    describe(name, () => {
      for (let seed = 0; seed < SEEDS; seed += 1)
        it(`seed ${seed}: every judge agrees`, () => judgeCase(caseOf(seed), seed, tally));
    });

  describe('all together', () => {
    it('have schedules, prices and spoilt copies enough to be judged by', () => {
      const { gaps: _, ...counts } = tally;
      const least = isFullSize
        ? { solved: 70, infeasible: 6, priced: 55, wrongPrices: 25, mutants: 1400 }
        : { solved: 26, infeasible: 1, priced: 20, wrongPrices: 9, mutants: 500 };
      for (const [what, count] of Object.entries(least))
        assert.ok(
          (Object.entries(counts).find(([name]) => name === what)?.[1] ?? 0) >= count,
          JSON.stringify(counts),
        );
    });
  });
});
