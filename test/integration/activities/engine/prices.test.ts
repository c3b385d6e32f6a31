/** Prices of seeded cases against an independent linear program, and spoilt ones against the certificate. */
import assert from 'node:assert/strict';
import { isUnpriced } from '../../../../activities/verifier/prices/read-prices.ts';
import { readSchedule } from '../../../../activities/verifier/schedule/read-schedule.ts';
import { verify } from '../../../../activities/verifier/verify.ts';
import type { Series, SolveResult } from '../../../../temporal/case/messages/result.ts';
import { pricedCase, pricedLinkedCase, pricedShiftedCase } from '../../../support/cases/priced-case.ts';
import { randomDraw } from '../../../support/cases/random.ts';
import type { RandomCase } from '../../../support/cases/random-case.ts';
import { reservingCase } from '../../../support/cases/reserving-case.ts';
import { keepingCase } from '../../../support/cases/study-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { dualPrograms } from '../../../support/reference/dual-value.ts';
import { optimum } from '../../../support/reference/reference-solver.ts';

const FAMILIES = [
  { name: 'seeds', cases: 600, caseOf: pricedCase },
  { name: 'DC lines, seeds', cases: 100, caseOf: pricedLinkedCase },
  { name: 'phase shifters, seeds', cases: 100, caseOf: pricedShiftedCase },
  { name: 'storage that keeps its worth, seeds', cases: 100, caseOf: keepingCase },
  { name: 'reserve products in full, seeds', cases: 200, caseOf: reservingCase },
];
const PER_TEST = 50;
/** Share of the cost: rounding, and with losses what tangents leave. */
const ROUNDING = 1e-6;
const TANGENTS = 1e-4;

describe('prices of seeded cases', function () {
  this.timeout(300_000);
  let judged = 0;

  for (const { name, cases, caseOf } of FAMILIES) {
    for (let first = 0; first < cases; first += PER_TEST)
      it(`are optimal duals, ${name} ${first} to ${first + PER_TEST - 1}`, () => judge(caseOf, first));
  }

  after(() => {
    process.stdout.write(`    ${judged} price vectors proved optimal by a linear program of their own\n`);
    assert.ok(judged >= 500);
  });

  async function judge(caseOf: (seed: number) => RandomCase, first: number): Promise<void> {
    for (let seed = first; seed < first + PER_TEST; seed++) {
      const { jobType, payload } = caseOf(seed);
      const { certificate, ...result } = await solve(jobType, payload);
      if (!certificate) continue;
      assert.ok(!isUnpriced(readSchedule(payload, jobType, result)), `seed ${seed}`);
      const checks = verify(payload, jobType, result);
      assert.deepEqual(
        checks.filter(({ ok }) => !ok),
        [],
        `seed ${seed}`,
      );
      const { primal, dual } = dualPrograms(payload, jobType, result);
      const [cost, proved] = [optimum(primal), optimum(dual)];
      const allowed = (payload.options?.losses ? TANGENTS : ROUNDING) * Math.max(1000, Math.abs(cost));
      assert.ok(Math.abs(cost - proved) <= allowed, `seed ${seed}: prices prove ${proved} of ${cost}`);
      judged += 1;
    }
  }
});

/** What the prices of a result cannot prove of its cost, $. */
function missing({ jobType, payload }: RandomCase, result: Uncertified): number {
  const { primal, dual } = dualPrograms(payload, jobType, result);
  const proved = optimum(dual);
  return Number.isNaN(proved) ? Number.POSITIVE_INFINITY : optimum(primal) - proved;
}

type Uncertified = Omit<SolveResult, 'certificate'>;

/** Changes one price, or all of an hour, by little or much. */
function changed(result: Uncertified, seed: number): Uncertified {
  const draw = randomDraw(seed);
  const copy = structuredClone(result);
  const amount = (draw.chance(0.5) ? 1 : -1) * 10 ** draw.real(-2, 2);
  const hour = draw.integer(0, (Object.values(copy.lmp)[0]?.length ?? 1) - 1);
  const add = (series: Series | undefined, name: string) => {
    const hours = series?.[name];
    if (hours) hours[hour] = Math.max(0, (hours[hour] ?? 0) + amount);
  };
  const products = Object.keys(copy.reserve_price_usd_per_mw ?? {});
  const [product] = draw.chance(0.4) ? products : [];
  if (product !== undefined) add(copy.reserve_price_usd_per_mw, product);
  else shiftEnergy(copy, hour, amount);
  return copy;
}

function shiftEnergy({ lmp, lmp_components }: Uncertified, hour: number, amount: number): void {
  for (const [bus, { energy }] of Object.entries(lmp_components)) {
    energy[hour] = (energy[hour] ?? 0) + amount;
    const prices = lmp[bus];
    if (prices) prices[hour] = (prices[hour] ?? 0) + amount;
  }
}

describe('changed prices', function () {
  this.timeout(300_000);
  const SEEDS = 120;
  const EACH = 5;
  /** $: agents may share what is missing, each within its tolerance. */
  const MUCH = 5;
  const NOTHING = 1e-6;

  const counts = { rejected: 0, taken: 0 };

  function judge(found: RandomCase, other: Uncertified, named: string): void {
    const lacks = missing(found, other);
    const isTaken = verify(found.payload, found.jobType, other).every(({ ok }) => ok);
    if (lacks > MUCH) {
      assert.equal(isTaken, false, `${named}: ${lacks} $`);
      counts.rejected += 1;
    } else if (lacks < NOTHING) {
      assert.equal(isTaken, true, `${named}: ${lacks} $`);
      counts.taken += 1;
    }
  }

  it('are rejected when they are wrong, and taken when they are right as well', async () => {
    const cases = [pricedCase, reservingCase].flatMap((caseOf) =>
      Array.from({ length: SEEDS }, (_, seed) => ({ seed, found: caseOf(seed) })),
    );
    for (const { seed, found } of cases) {
      const { certificate, ...result } = await solve(found.jobType, found.payload);
      // Losses are tangents in the linear program: it cannot tell little from nothing.
      if (!certificate || found.payload.options?.losses) continue;
      for (let k = 0; k < EACH; k++)
        judge(found, changed(result, EACH * seed + k), `seed ${seed}, change ${k}`);
    }
    process.stdout.write(
      `    ${counts.rejected} wrong price vectors rejected, ${counts.taken} other right ones taken\n`,
    );
    assert.ok(counts.rejected >= 300 && counts.taken >= 10);
  });
});
