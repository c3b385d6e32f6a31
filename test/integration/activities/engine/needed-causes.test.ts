/** 200 seeded cases with several faults: with all other causes mended, what each cause says still stands. */
import assert from 'node:assert/strict';
import { explainInfeasibility } from '../../../../activities/infeasibility/explain-infeasibility.ts';
import type { Cause } from '../../../../temporal/case/messages/infeasibility.ts';
import { mend, spoiltCase } from '../../../support/cases/spoilt-case.ts';
import { solve } from '../../../support/engine/solve.ts';

const CASES = 200;

const cases = Array.from({ length: 2 * CASES }, (_, seed) => ({ seed, ...spoiltCase(seed) }))
  .map((item) => ({ ...item, causes: explainInfeasibility(item.payload, item.jobType) }))
  .filter(({ causes }) => causes.length > 0)
  .slice(0, CASES);

/** Two causes may say the same of an hour: a shortfall, and the unit that is held off in it. */
const sayTheSame = (one: Cause, other: Cause): boolean =>
  one.code === other.code || (one.hour === other.hour && one.shortfall_mw === other.shortfall_mw);

describe('causes that arithmetic proves', function () {
  this.timeout(240_000);

  it('are of many kinds, two and more in many cases', () => {
    assert.equal(cases.length, CASES);
    const kinds = cases.map(({ causes }) => new Set(causes.map(({ code }) => code)).size);
    assert.ok(kinds.filter((count) => count > 1).length > CASES / 4);
    assert.ok(new Set(cases.flatMap(({ causes }) => causes.map(({ code }) => code))).size >= 8);
  });

  it('each keep a case infeasible when all others are mended', async () => {
    for (const { seed, jobType, payload, causes } of cases) {
      for (const code of new Set(causes.map((cause) => cause.code))) {
        const own = causes.filter((cause) => cause.code === code);
        const others = causes.filter((cause) => !own.some((one) => sayTheSame(one, cause)));
        if (others.length === 0) continue;
        const { termination_status } = await solve(jobType, mend(payload, others), { mipGap: 1 });
        assert.equal(termination_status, 'INFEASIBLE', `seed ${seed}: ${code} is no cause`);
      }
    }
  });

  it('name ramps of the system only in an hour that could be supplied without ramps', () => {
    const alone = new Set(['CAPACITY_SHORTFALL', 'MINIMUM_GENERATION_EXCESS']);
    let ramps = 0;
    for (const { seed, jobType, payload, causes } of cases) {
      const ramped = causes.filter((cause) => cause.code === 'RAMP_LIMIT' && cause.element_type === 'system');
      const left = explainInfeasibility(mend(payload, ramped), jobType);
      for (const { hour } of ramped) {
        ramps += 1;
        const hopeless = left.filter((cause) => cause.hour === hour && alone.has(cause.code));
        assert.deepEqual(hopeless, [], `seed ${seed}, hour ${hour}`);
      }
    }
    assert.ok(ramps > 20);
  });
});
