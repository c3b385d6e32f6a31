/** Seeded cases with intervals of 5, 15 and 30 minutes against a reference that counts in hours, and spoilt ones. */
import assert from 'node:assert/strict';
import { certify } from '../../../../activities/verifier/certify.ts';
import { verify } from '../../../../activities/verifier/verify.ts';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import type { Repair } from '../../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import { applyRepair } from '../../../../temporal/case/scenario/apply-repair.ts';
import { emittingCase } from '../../../support/cases/altered-random-case.ts';
import { atInterval, byTheHour } from '../../../support/cases/at-interval.ts';
import { infeasibleCase } from '../../../support/cases/infeasible-case.ts';
import { INFEASIBLE_RECIPES } from '../../../support/cases/infeasible-recipes.ts';
import { type RandomCase, randomCase } from '../../../support/cases/random-case.ts';
import { reservingCase } from '../../../support/cases/reserving-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { mutants } from '../../../support/mutations/mutants.ts';
import { referenceResult } from '../../../support/reference/reference-solver.ts';

const LENGTHS = [5, 15, 30] as const;
const SEEDS = 90;

const FAMILIES = [emittingCase, randomCase, reservingCase];

const caseOf = (seed: number): RandomCase => (FAMILIES[Math.floor(seed / 3) % 3] ?? randomCase)(seed);

/** What the optimum determines, $: all but the no-load cost of units that a dispatch happens to run. */
const optimized = (
  { objective_value, cost_breakdown }: Pick<SolveResult, 'objective_value' | 'cost_breakdown'>,
  relaxed: boolean,
): number => (objective_value ?? Number.NaN) - (relaxed ? (cost_breakdown?.no_load_usd ?? 0) : 0);

describe('random cases in intervals shorter than an hour', function () {
  this.timeout(300_000);
  const [counts, rejected] = [{ solved: 0, infeasible: 0 }, { mutants: 0 }];

  for (let first = 0; first < SEEDS; first += 30)
    it(`cost what the same numbers by the hour do, seeds ${first} to ${first + 29}`, async () => {
      for (let seed = first; seed < first + 30; seed++) await judge(seed);
    });

  async function judge(seed: number): Promise<void> {
    const { jobType, payload: hourly } = caseOf(seed);
    const wanted = await referenceResult(hourly, jobType);
    for (const minutes of LENGTHS) {
      const where = `seed ${seed}, ${minutes} min`;
      const payload = atInterval(hourly, minutes);
      assert.deepEqual(payloadProblems(payload, { maxHorizon: 24 }), [], where);
      const { certificate, ...result } = await solve(jobType, payload);
      assert.equal(result.interval_minutes, minutes);
      if (wanted === 'INFEASIBLE') {
        assert.equal(result.termination_status, 'INFEASIBLE', where);
        counts.infeasible += 1;
        continue;
      }
      const relaxed = jobType === 'ed' && payload.commitment === undefined;
      const [found, expected] = [optimized(result, relaxed), optimized(wanted, relaxed)];
      const off = Math.abs(found - expected) / Math.max(1, Math.abs(expected));
      assert.ok(off <= 1e-6, `${where}: ${found}, not ${expected}`);
      assert.equal(certificate?.verified, true, where);
      const inHours = certify(hourly, jobType, byTheHour(result, minutes));
      assert.deepEqual(
        inHours.checks.filter(({ ok }) => !ok),
        [],
        where,
      );
      const bounds = [certificate?.independent_bound_usd ?? 0, inHours.independent_bound_usd ?? 0] as const;
      assert.ok(
        Math.abs(bounds[0] - bounds[1]) <= 1e-4 * Math.max(1, Math.abs(bounds[1])),
        `${where}: ${bounds}`,
      );
      counts.solved += 1;
      if (seed % 3 === LENGTHS.indexOf(minutes)) spoil(result, payload, jobType, seed);
    }
  }

  function spoil(
    result: Omit<SolveResult, 'certificate'>,
    payload: SolvePayload,
    jobType: RandomCase['jobType'],
    seed: number,
  ): void {
    const isTaken = (other: typeof result): boolean => verify(payload, jobType, other).every(({ ok }) => ok);
    const accepted = [...mutants(result, payload, jobType, seed)].filter((mutant) => isTaken(mutant.result));
    assert.deepEqual(
      accepted.map(({ mutation }) => mutation),
      [],
      `seed ${seed}`,
    );
    rejected.mutants += 1;
  }

  after(() => {
    const { solved, infeasible } = counts;
    process.stdout.write(
      `    ${solved} solved and verified, ${infeasible} infeasible; all mutants of ${rejected.mutants} results rejected\n`,
    );
    assert.ok(solved >= 150 && rejected.mutants >= 40);
  });
});

function assertOfPayload(payload: SolvePayload, { field, from, element_id }: Repair, where: string): void {
  const unit = payload.generators.find(({ name }) => name === element_id);
  if (field === 'ramp_up' || field === 'ramp_down' || field === 'min_uptime' || field === 'min_downtime')
    assert.ok(Math.abs((unit?.[field] ?? 0) - (from ?? 0)) < 1e-6, `${where}: ${field} from ${from}`);
}

describe('infeasible cases in intervals of 15 minutes', function () {
  this.timeout(300_000);
  it('name the interval and when it begins, and are repaired in the units of the payload', async () => {
    const timed = new Set<string>();
    for (let seed = 0; seed < Object.keys(INFEASIBLE_RECIPES).length; seed++) {
      const { what, jobType, payload: hourly, cause } = infeasibleCase(seed);
      const where = `seed ${seed}, ${what}`;
      const payload = atInterval(hourly, 15);
      const { infeasibility } = await solve(jobType, payload);
      const { causes = [], repair = [] } = infeasibility ?? {};
      const named = causes.find(
        ({ code, element_id, hour }) =>
          code === cause.code && element_id === cause.element_id && hour === cause.hour,
      );
      assert.ok(named, `${where}: ${JSON.stringify(causes)}`);
      if (named.hour !== null) {
        const clock = `${Math.floor(named.hour / 4)}:${String((named.hour % 4) * 15).padStart(2, '0')}`;
        assert.ok(
          named.message.startsWith(`Interval ${named.hour} (${clock}): `),
          `${where}: ${named.message}`,
        );
        timed.add(named.code);
      }
      assert.ok(
        causes.every(({ message }) => !/hour \d/i.test(message)),
        where,
      );
      assert.ok(repair.length > 0, `${where}: no repair`);
      for (const entry of repair) assertOfPayload(payload, entry, where);
      const { certificate } = await solve(jobType, applyRepair(payload, repair));
      assert.equal(certificate?.verified, true, `${where}: ${JSON.stringify(repair)}`);
    }
    assert.ok(timed.size >= 8, [...timed].join());
  });
});
