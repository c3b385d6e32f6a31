/** Spoilt copies of the engine's own results: a verifier that accepts one is no verifier. */
import assert from 'node:assert/strict';
import { verify } from '../../../../activities/verifier/verify.ts';
import { type RandomCase, randomCase } from '../../../support/cases/random-case.ts';
import { reservingCase } from '../../../support/cases/reserving-case.ts';
import { budgetCase, linkedCase } from '../../../support/cases/study-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { mutants } from '../../../support/mutations/mutants.ts';

const SEEDS = 30;
const FAMILIES: readonly ((seed: number) => RandomCase)[] = [
  randomCase,
  linkedCase,
  budgetCase,
  reservingCase,
];

describe('mutants of solved cases', function () {
  this.timeout(180_000);
  it('are all rejected, and the results themselves are not', async () => {
    const accepted: string[] = [];
    let rejected = 0;
    for (const [seed, caseOf] of Array.from({ length: SEEDS }, (_, k) => k).flatMap((k) =>
      FAMILIES.map((family) => [k, family] as const),
    )) {
      const { jobType, payload } = caseOf(seed);
      const { certificate, ...result } = await solve(jobType, payload);
      if (!certificate) continue;
      assert.ok(verify(payload, jobType, result).every(({ ok }) => ok));
      for (const mutant of mutants(result, payload, jobType, seed)) {
        if (verify(payload, jobType, mutant.result).every(({ ok }) => ok))
          accepted.push(`${seed} ${mutant.mutation}`);
        else rejected += 1;
      }
    }
    process.stdout.write(`      ${rejected} mutants rejected, ${accepted.length} accepted\n`);
    assert.deepEqual(accepted, []);
    assert.ok(rejected >= 200);
  });
});
