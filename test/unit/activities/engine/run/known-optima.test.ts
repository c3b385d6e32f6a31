/**
 * Cases whose optimum can be worked out by hand (`test/cases/optima`). A cost is a sum of products, so that the
 * arithmetic can be read: `[[80, 10], [30, 50]]` is 80 x 10 + 30 x 50. `null` = there is no schedule, and a smallest repair.
 * A dry run finds nothing wrong with a case that has a schedule.
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
  /** What is not seen at once. */
  readonly why?: string;
  readonly type?: JobType;
  /** $; absent where only the result says it. */
  readonly cost?: readonly (readonly number[])[] | null;
  /** What is priced beyond the cost, $. */
  readonly penalty?: readonly (readonly number[])[];
  /** To how many decimals numbers of the result are read; as they are when absent. */
  readonly decimals?: number;
  /** What no field of the result and no check of its certificate may have in its name. */
  readonly absent?: readonly string[];
  /** What the result must have, as `match` reads it. */
  readonly result?: object;
}

interface Table {
  readonly about: string;
  /** How every unit of the table differs from `aUnit`. */
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

function isClose(actual: number | null, wanted: number): void {
  assert.ok(Math.abs((actual ?? Number.NaN) - wanted) <= 1e-6 * Math.abs(wanted), `${actual}, not ${wanted}`);
}

for (const file of readdirSync(FOLDER)) {
  const { about, unit, cases }: Table = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  describe(about, () => {
    for (const known of cases) {
      it(known.it, async () => {
        const { type = 'uc', cost, penalty = [], decimals, absent = [], result = {} } = known;
        const payload = tablePayload(known, unit);
        const found = await solve(type, payload);
        const read = decimals === undefined ? found : rounded(found, decimals);
        match(result, read, () => undefined, 'the result');
        const present = namesOf(found).filter((name) => absent.some((part) => name.includes(part)));
        assert.deepEqual(present, []);
        assert.equal(found.termination_status, cost === null ? 'INFEASIBLE' : 'OPTIMAL');
        if (cost === null) return;
        const { valid, findings } = await dryRun(type, payload);
        assert.ok(valid, JSON.stringify(findings));
        assert.equal(found.certificate?.verified, true);
        assert.ok(Object.keys(found.lmp).length > 0, 'it has prices');
        if (!cost) return;
        isClose(found.total_cost_usd, sum(cost));
        isClose(found.objective_value, sum([...cost, ...penalty]));
      });
    }
  });
}
