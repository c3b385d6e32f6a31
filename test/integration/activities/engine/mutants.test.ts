/** Spoilt copies of the engine's own results: a verifier that accepts one is no verifier. */
import assert from 'node:assert/strict';
import { verify } from '../../../../activities/verifier/verify.ts';
import { type RandomCase, randomCase } from '../../../support/cases/random-case.ts';
import { reservingCase } from '../../../support/cases/reserving-case.ts';
import {
  budgetCase,
  keepingCase,
  linkedCase,
  shiftingCase,
  stoppingCase,
} from '../../../support/cases/study-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { mutants } from '../../../support/mutations/mutants.ts';

const SEEDS = 30;
const FAMILIES: readonly { name: string; caseOf: (seed: number) => RandomCase }[] = [
  { name: 'cases', caseOf: randomCase },
  { name: 'cases with DC lines', caseOf: linkedCase },
  { name: 'cases with phase shifters', caseOf: shiftingCase },
  { name: 'cases with storage that keeps its worth', caseOf: keepingCase },
  { name: 'cases with energy limits', caseOf: budgetCase },
  { name: 'cases with costs of stops', caseOf: stoppingCase },
  { name: 'cases with reserve products in full', caseOf: reservingCase },
];

describe('mutants of solved', function () {
  this.timeout(120_000);
  for (const { name, caseOf } of FAMILIES)
    it(`${name} are all rejected, and the results themselves are not`, () => judge(caseOf));
});

async function judge(caseOf: (seed: number) => RandomCase): Promise<void> {
  const accepted: string[] = [];
  let rejected = 0;
  for (let seed = 0; seed < SEEDS; seed++) {
    const { jobType, payload } = caseOf(seed);
    const { certificate, ...result } = await solve(jobType, payload);
    if (!certificate) continue;
    const isAccepted = (other: typeof result) => verify(payload, jobType, other).every(({ ok }) => ok);
    assert.ok(isAccepted(result), `seed ${seed}`);
    for (const mutant of mutants(result, payload, jobType, seed)) {
      if (isAccepted(mutant.result)) accepted.push(`${seed} ${mutant.mutation}`);
      else rejected += 1;
    }
  }
  process.stdout.write(`      ${rejected} mutants rejected, ${accepted.length} accepted\n`);
  assert.deepEqual(accepted, []);
  assert.ok(rejected >= 200);
}
