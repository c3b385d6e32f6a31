/**
 * `npm run bench -- sweep`: judges all seeded cases (3,050 of eighteen families, then 560 without a schedule), of which
 * `npm test` has a sample. A line for each family: number with a schedule, number of spoilt copies and wrong prices
 * refused, gap between the cost and the verifier's own bound. Exits with 1 if a judge disagrees, and names the seeds.
 */
import { infeasibleCase } from '../support/cases/infeasible-case.ts';
import { spoiltCase } from '../support/cases/spoilt-case.ts';
import { spread } from '../support/load.ts';
import { FAMILIES } from '../support/seeded/families.ts';
import { emptyTally, judgeCase } from '../support/seeded/judge-case.ts';
import { judgeCause, judgeNeededCauses, judgeTimedCause } from '../support/seeded/judge-infeasible.ts';
import { benchmark, thisProcess } from './harness/benchmark.ts';

const INFEASIBLE = 80;
const SPOILT = 400;

/** Judges the first `cases` seeds; reports those on which a judge disagrees. */
async function sweep(name: string, cases: number, judge: (seed: number) => Promise<unknown>) {
  const began = performance.now();
  const disputed: number[] = [];
  for (let seed = 0; seed < cases; seed += 1) {
    try {
      await judge(seed);
    } catch (error) {
      disputed.push(seed);
      process.stderr.write(`${name}, seed ${seed}: ${error instanceof Error ? error.message : error}\n`);
    }
  }
  return { name, cases, seconds: Math.round((performance.now() - began) / 1000), disputed };
}

async function sweepFamily({ name, caseOf, sweep: cases }: (typeof FAMILIES)[number]) {
  const tally = emptyTally();
  const swept = await sweep(name, cases, (seed) => judgeCase(caseOf(seed), seed, tally));
  const { gaps, ...counts } = tally;
  return { ...swept, ...counts, median_gap: spread(gaps).median };
}

await benchmark(thisProcess, async (_, tell) => {
  const keep = ({ name, ...figure }: Awaited<ReturnType<typeof sweep>>): void => {
    tell(name, figure);
    if (figure.disputed.length > 0) process.exitCode = 1;
  };
  for (const family of FAMILIES) keep(await sweepFamily(family));
  keep(await sweep('a cause and its repair', INFEASIBLE, (seed) => judgeCause(infeasibleCase(seed))));
  keep(await sweep('the same by the quarter', INFEASIBLE, (seed) => judgeTimedCause(infeasibleCase(seed))));
  keep(await sweep('several faults', SPOILT, (seed) => judgeNeededCauses(spoiltCase(seed))));
});
