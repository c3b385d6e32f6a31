/** Explanations of random cases: sums agree, figures occur in the data, and a unit inside its limits sets its price. */
import assert from 'node:assert/strict';
import { penalties, renewableCosts, unitCosts } from '../../../../../temporal/case/explain/costs.ts';
import { explain } from '../../../../../temporal/case/explain/explain.ts';
import { priceSetters } from '../../../../../temporal/case/explain/price-setters.ts';
import type { SolveResult } from '../../../../../temporal/case/messages/result.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { randomCase } from '../../../../support/cases/random-case.ts';
import { ungroundedFigures } from '../../../../support/chat/unsupported-figures.ts';
import { solve } from '../../../../support/engine/solve.ts';

/** Seeds of cases of every kind that are solved fast. */
const SEEDS = [5, 7, 8, 10, 11, 13, 18, 19, 21, 22, 25, 29, 32, 41, 45, 52];

interface Solved {
  readonly seed: number;
  readonly payload: SolvePayload;
  readonly result: SolveResult;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const close = (actual: number, expected: number, what: string) =>
  assert.ok(
    Math.abs(actual - expected) <= 1e-5 * Math.max(1, Math.abs(expected)),
    `${what}: ${actual}, not ${expected}`,
  );

describe('explanations of random cases', function () {
  this.timeout(30_000);
  let solved: Solved[];
  before(async () => {
    solved = await Promise.all(
      SEEDS.map(async (seed) => {
        const { jobType, payload } = randomCase(seed);
        return { seed, payload, result: await solve(jobType, payload) };
      }),
    );
  });
  const schedules = () => solved.filter(({ result }) => result.total_cost_usd !== null);

  it('have both kinds of outcome to explain', () => {
    assert.ok(schedules().length > 10);
    assert.ok(schedules().length < SEEDS.length);
  });

  it('add costs of elements up to those of the result', () => {
    for (const { seed, payload, result } of schedules()) {
      const units = unitCosts(payload, result);
      const costs = result.cost_breakdown;
      assert.ok(costs);
      const energy = [...units, ...renewableCosts(payload, result)].map(({ energy_usd }) => energy_usd);
      close(sum(energy), costs.energy_usd, `energy of ${seed}`);
      close(sum(units.map(({ no_load_usd }) => no_load_usd)), costs.no_load_usd, `no-load of ${seed}`);
      close(sum(units.map(({ startup_usd }) => startup_usd)), costs.startup_usd, `start-ups of ${seed}`);
      close(
        sum(penalties(payload, result).map(({ penalty_usd }) => penalty_usd)),
        costs.penalty_usd,
        `penalties of ${seed}`,
      );
    }
  });

  it('say one to eight sentences, every figure of which is in the data', () => {
    for (const { seed, payload, result } of solved) {
      for (const { type, statement, data } of explain(payload, result)) {
        assert.deepEqual(ungroundedFigures(statement, data), [], `${type} of ${seed}: ${statement}`);
        const sentences = statement.split(/\.(?:\s|$)/).filter(Boolean).length;
        assert.ok(sentences >= 1 && sentences <= 8, `${type} of ${seed}: ${sentences} sentences`);
        assert.ok(!/NaN|undefined|null|Infinity/.test(statement), statement);
      }
    }
  });

  it('find that an element inside all of its limits sets its price, with the rules that it shares', () => {
    const setters = schedules().flatMap(({ payload, result }) =>
      Array.from({ length: payload.horizon }, (_, hour) => priceSetters(payload, result, hour)).flat(),
    );
    assert.deepEqual(
      setters.filter(({ role, held_by }) => role === 'coupled' && held_by === null),
      [],
    );
    assert.ok(setters.filter(({ role }) => role === 'sets').length > 50);
  });
});
