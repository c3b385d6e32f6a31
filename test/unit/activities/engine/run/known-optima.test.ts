/**
 * Cases whose optimum is worked out by hand (`test/cases/optima`). A cost is a sum of products, so that the arithmetic
 * is visible: `[[80, 10], [30, 50]]` is 80 x 10 + 30 x 50. A cost of `null` marks a case without a schedule, of which
 * the smallest repair is known. A dry run finds no error in a case with a schedule.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dryRun } from '../../../../../activities/engine/run/dry-run.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { Generator } from '../../../../../temporal/case/schema.ts';
import type { JobType } from '../../../../../temporal/solvers.ts';
import { type TablePayload, tablePayload } from '../../../../support/cases/table-payload.ts';
import { match } from '../../../../support/dialogues/match.ts';
import { solve } from '../../../../support/engine/solve.ts';

interface Known extends TablePayload {
  readonly it: string;
  /** Reason why the optimum is as stated, for cases in which it is not obvious. */
  readonly why?: string;
  readonly type?: JobType;
  /** Cost, $; null without a schedule; absent if only `result` states it. */
  readonly cost?: readonly (readonly number[])[] | null;
  /** Penalties in addition to the cost, $. */
  readonly penalty?: readonly (readonly number[])[];
  /** Number of decimals to which the result is rounded; if absent, it is not rounded. */
  readonly decimals?: number;
  /** Texts that no field of the result, and no check of its certificate, may contain. */
  readonly absent?: readonly string[];
  /** Expected parts of the result, as patterns for `match`. */
  readonly result?: object;
}

interface Table {
  readonly about: string;
  /** Differences from `aUnit` that every unit of the table has. */
  readonly unit: Partial<Generator>;
  readonly cases: readonly Known[];
}

const FOLDER = new URL('../../../../../../test/cases/optima/', import.meta.url);

const sum = (products: readonly (readonly number[])[]): number =>
  products.reduce((total, factors) => total + factors.reduce((product, factor) => product * factor, 1), 0);

const rounded = (result: SolveResult, decimals: number): unknown =>
  JSON.parse(
    JSON.stringify(result, (_, each: unknown) =>
      typeof each === 'number' ? Number(each.toFixed(decimals)) + 0 : each,
    ),
  );

const namesOf = (result: SolveResult): string[] => [
  ...Object.keys(result),
  ...(result.certificate?.checks ?? []).map(({ name }) => name),
];

function isClose(actual: number | null, expected: number): void {
  assert.ok(
    Math.abs((actual ?? Number.NaN) - expected) <= 1e-6 * Math.abs(expected),
    `${actual}, not ${expected}`,
  );
}

for (const file of readdirSync(FOLDER)) {
  const { about, unit, cases }: Table = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  describe(about, () => {
    for (const optimum of cases) {
      it(optimum.it, async () => {
        const { type = 'uc', cost, penalty = [], decimals, absent = [], result = {} } = optimum;
        const payload = tablePayload(optimum, unit);
        const solution = await solve(type, payload);
        const read = decimals === undefined ? solution : rounded(solution, decimals);
        match(result, read, () => undefined, 'the result');
        const present = namesOf(solution).filter((name) => absent.some((part) => name.includes(part)));
        assert.deepEqual(present, []);
        assert.equal(solution.termination_status, cost === null ? 'INFEASIBLE' : 'OPTIMAL');
        if (cost === null) return;
        const { valid, findings } = await dryRun(type, payload);
        assert.ok(valid, JSON.stringify(findings));
        assert.equal(solution.certificate?.verified, true);
        assert.ok(Object.keys(solution.lmp).length > 0, 'it has prices');
        if (!cost) return;
        isClose(solution.total_cost_usd, sum(cost));
        isClose(solution.objective_value, sum([...cost, ...penalty]));
      });
    }
  });
}
