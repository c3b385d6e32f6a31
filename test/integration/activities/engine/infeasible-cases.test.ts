/** Seeded cases without a schedule: one for each kind of cause, and some with several faults at once. */
import assert from 'node:assert/strict';
import { CAUSE_CODES } from '../../../../temporal/case/messages/families.ts';
import { infeasibleCase } from '../../../support/cases/infeasible-case.ts';
import { INFEASIBLE_RECIPES } from '../../../support/cases/infeasible-recipes.ts';
import { spoiltCase } from '../../../support/cases/spoilt-case.ts';
import { judgeCause, judgeNeededCauses, judgeTimedCause } from '../../../support/seeded/judge-infeasible.ts';

/** Half of them have causes that arithmetic finds. `npm run bench -- sweep` takes 400. */
const SPOILT = 80;

const cases = Object.keys(INFEASIBLE_RECIPES).map((_, seed) => infeasibleCase(seed));

describe('infeasible cases', function () {
  this.timeout(60_000);
  const timed = new Set<string>();

  it('are there for every cause', () => {
    const codes = new Set(cases.map(({ cause }) => cause.code));
    assert.deepEqual([...codes].sort(), [...CAUSE_CODES].sort());
  });

  for (const infeasible of cases) {
    it(`name the cause and a repair that works: ${infeasible.what}`, () => judgeCause(infeasible));
    it(`say in which interval of 15 minutes: ${infeasible.what}`, async () => {
      if (await judgeTimedCause(infeasible)) timed.add(infeasible.cause.code);
    });
  }

  it('have a time in most causes', () => assert.ok(timed.size >= 8, [...timed].join()));
});

describe('cases with several faults', function () {
  this.timeout(60_000);
  const codesBySeed: string[][] = [];

  for (let seed = 0; seed < SPOILT; seed += 1)
    it(`seed ${seed}: each cause alone keeps the case infeasible`, async () => {
      codesBySeed.push(await judgeNeededCauses(spoiltCase(seed)));
    });

  it('have causes of many kinds, two and more in many cases', () => {
    const explained = codesBySeed.filter((codes) => codes.length > 0);
    assert.ok(explained.length >= SPOILT / 2, `${explained.length}`);
    assert.ok(explained.filter((codes) => codes.length > 1).length >= 8);
    assert.ok(new Set(codesBySeed.flat()).size >= 8, [...new Set(codesBySeed.flat())].join());
    assert.ok(codesBySeed.flat().filter((code) => code === 'RAMP_LIMIT').length > 4);
  });
});
