/** Seeded random cases against a reference that shares no code with the engine: costs, and the verifier's own bound. */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import { blockedCase, emittingCase, narrowCase } from '../../../support/cases/altered-random-case.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { reservingCase } from '../../../support/cases/reserving-case.ts';
import {
  budgetCase,
  keepingCase,
  linkedCase,
  shiftingCase,
  stoppingCase,
} from '../../../support/cases/study-case.ts';
import { solve } from '../../../support/engine/solve.ts';
import { referenceResult } from '../../../support/reference/reference-solver.ts';

/**
 * What the optimum determines, $: a dispatch without commitment adds the no-load cost of the hours in which
 * a unit happens to run afterwards, and optima of equal cost differ in those.
 */
const optimized = (
  { objective_value, cost_breakdown }: Pick<SolveResult, 'objective_value' | 'cost_breakdown'>,
  relaxed: boolean,
): number => (objective_value ?? Number.NaN) - (relaxed ? (cost_breakdown?.no_load_usd ?? 0) : 0);

/** A hard limit of emissions is kept to the tolerance of its check. */
const isWithinLimit = (
  { emission_limit_t: limit = Infinity, emission_penalty_usd_per_t: penalty }: SolvePayload,
  { total_emissions_t: emitted = 0 }: SolveResult,
): boolean => penalty !== undefined || emitted <= limit + 1e-3;

/** The verifier's own bound is not above the optimum; a dispatch has none. */
function independentGap(
  { certificate }: SolveResult,
  optimum: number,
  isDispatch: boolean,
  where: string,
): number[] {
  const { independent_bound_usd: bound = null, independent_gap: gap = null } = certificate ?? {};
  assert.equal(bound === null, isDispatch, `${where}: ${bound}`);
  if (bound === null || gap === null) return [];
  const above = bound - optimum;
  assert.ok(above <= 1e-6 * Math.max(1, Math.abs(bound)), `${where}: ${above} $ above the optimum`);
  return [gap];
}

const FAMILIES = [
  { name: 'random cases', cases: 200, caseOf: (seed: number) => randomCase(seed) },
  { name: 'random cases with idle units and narrow lines', cases: 100, caseOf: narrowCase },
  { name: 'random cases with units that cannot start or stop', cases: 75, caseOf: blockedCase },
  { name: 'random cases with emissions', cases: 75, caseOf: emittingCase },
  { name: 'random cases with DC lines', cases: 100, caseOf: linkedCase },
  { name: 'random cases with phase shifters', cases: 100, caseOf: shiftingCase },
  { name: 'random cases with storage that keeps its worth', cases: 100, caseOf: keepingCase },
  { name: 'random cases with energy limits', cases: 100, caseOf: budgetCase },
  { name: 'random cases with reserve products in full', cases: 150, caseOf: reservingCase },
  { name: 'random cases with costs of stops', cases: 100, caseOf: stoppingCase },
];
const PER_TEST = 25;

for (const { name, cases, caseOf } of FAMILIES)
  describe(name, function () {
    this.timeout(120_000);
    let solved = 0;
    let infeasible = 0;
    let unexplained = 0;
    const gaps: number[] = [];

    for (let first = 0; first < cases; first += PER_TEST) {
      it(`cost what the reference says, seeds ${first} to ${first + PER_TEST - 1}`, async () => {
        for (let seed = first; seed < first + PER_TEST; seed++) {
          const { jobType, payload } = caseOf(seed);
          const wanted = await referenceResult(payload, jobType);
          const result = await solve(jobType, payload);
          const { termination_status, certificate, infeasibility } = result;
          if (wanted === 'INFEASIBLE') {
            assert.equal(termination_status, 'INFEASIBLE', `seed ${seed}`);
            infeasible += 1;
            if (infeasibility?.causes.length === 0) unexplained += 1;
            continue;
          }
          const relaxed = jobType === 'ed' && payload.commitment === undefined;
          const [found, expected] = [optimized(result, relaxed), optimized(wanted, relaxed)];
          const off = Math.abs(found - expected);
          assert.ok(off <= 1e-6 * Math.max(1, Math.abs(expected)), `seed ${seed}: ${found}, not ${expected}`);
          assert.equal(certificate?.verified, true, `seed ${seed}`);
          assert.ok(isWithinLimit(payload, result), `seed ${seed}`);
          solved += 1;
          gaps.push(...independentGap(result, wanted.objective_value, jobType === 'ed', `seed ${seed}`));
        }
      });
    }

    after(() => {
      const close = gaps.filter((gap) => gap <= 0.005).length;
      const median = gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? Number.NaN;
      process.stdout.write(
        `    independent gap: median ${(100 * median).toFixed(2)} %, at most 0.5 % in ${close} of ${gaps.length}\n`,
      );
      process.stdout.write(
        `    ${solved} solved and verified, ${infeasible} infeasible, ${unexplained} of them without a cause\n`,
      );
    });
  });
