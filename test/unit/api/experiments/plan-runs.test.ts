/** A matrix over the options of a run: its runs, and its refusals. */
import assert from 'node:assert/strict';
import { planRuns, withSeeds } from '../../../../api/experiments/plan-runs.ts';
import { Unprocessable } from '../../../../api/http/errors.ts';
import type { ScenarioMatrix } from '../../../../temporal/case/messages/matrix.ts';
import { toNetworkContent } from '../../../../temporal/case/network-body.ts';
import { findPcmModel } from '../../../../temporal/case/pcm-models.ts';
import { studyNetwork } from '../../../support/cases/study-network.ts';

const model = findPcmModel('pcm-rolling');
assert.ok(model);
const network = studyNetwork();
const [first, ...others] = network.generators;
assert.ok(first);
const prone = {
  ...network,
  buses: network.buses.map((bus) => ({ ...bus, name: `${bus.id}` })),
  lines: [],
  reserves: toNetworkContent(network).reserves,
  fuels: ['Coal', 'Oil'].map((name) => ({ name, price_usd_per_mmbtu: 2 })),
  generators: [{ ...first, forced_outage_rate: 0.1 }, ...others],
};
const MOST = { MAX_SCENARIOS: 100, MAX_EXPERIMENT_WINDOWS: 300 };
const options = { horizon: 72, include_reserves: false };
const list = (...scenarios: Record<string, number | string>[]): ScenarioMatrix => ({
  method: 'list',
  scenarios,
  variables: [...new Set(scenarios.flatMap((values) => Object.keys(values)))].map((name) => ({
    name,
    type: 'continuous',
  })),
});
const plan = (matrix: ScenarioMatrix, changes: object = {}) =>
  planRuns(matrix, { model, network: prone, options: { ...options, ...changes } }, MOST);
const refused = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof Unprocessable, String(error));
  return error.detail[0];
};

describe('a matrix of runs', () => {
  it('makes a run of each scenario, and finds those that are alike', async () => {
    const { scenarios, windows, horizon } = await plan(
      list(
        { outage_seed: 1, start: '2024-07-02' },
        { outage_seed: 2, start: '2024-07-02' },
        { start: '2024-07-02', outage_seed: 1 },
      ),
    );
    assert.deepEqual([windows, horizon], [3, 72]);
    assert.deepEqual(
      scenarios.map(({ solvedAs }) => solvedAs),
      [null, null, 0],
    );
    const { study } = scenarios[1] ?? {};
    assert.deepEqual([study?.options.outage_seed, study?.options.go_on, study?.start.hour], [2, true, 24]);
  });

  it('sets one price of fuel beside those of the base', async () => {
    const { scenarios } = await plan(list({ 'fuel_prices.Coal': 3 }), { fuel_prices: { Coal: 1, Oil: 4 } });
    assert.deepEqual(scenarios[0]?.study?.options.fuel_prices, { Coal: 3, Oil: 4 });
  });

  it('is refused with the variable that is wrong, or with the option of all runs', async () => {
    const variable = (at: number, ...rest: string[]) => ['body', 'scenario_matrix', 'variables', at, ...rest];
    const of = async (matrix: ScenarioMatrix, changes = {}) => (await refused(plan(matrix, changes)))?.loc;
    assert.deepEqual(await of(list({ days: 3 })), variable(0, 'name'));
    assert.deepEqual(await of(list({ load_scale: 1, outage_seed: -1 })), variable(1));
    assert.deepEqual(await of(list({ load_scale: 11 })), variable(0));
    assert.deepEqual(await of(list({ start: '2025-01-01' })), variable(0));
    assert.deepEqual(await of(list({ 'fuel_prices.Peat': 1 })), variable(0));
    const bad = { horizon: 9000 };
    assert.deepEqual(await of(list({ outage_seed: 1 }), bad), ['body', 'execution', 'options', 'horizon']);
    const added = {
      method: 'grid' as const,
      variables: [{ name: 'load_scale', type: 'discrete' as const, values: [1], mode: 'add' as const }],
    };
    assert.deepEqual(await of(added), variable(0, 'mode'));
  });

  it('is refused with too many solves', async () => {
    const seeds = withSeeds(undefined, { first: 1, count: 50 });
    const matrix = { ...seeds, variables: seeds.variables ?? [] };
    assert.equal((await plan(matrix)).scenarios.length, 50);
    const problem = await refused(plan(matrix, { horizon: 168 }));
    assert.equal(problem?.msg, '50 runs of 7 solves each are 350; at most 300 are accepted');
    const many = withSeeds(undefined, { first: 1, count: 101 });
    assert.match(
      (await refused(plan({ ...many, variables: many.variables ?? [] })))?.msg ?? '',
      /101 scenarios/,
    );
  });

  it('takes seeds as one more variable of a grid, and of nothing else', async () => {
    const price = { name: 'emission_price_usd_per_t', type: 'discrete' as const, values: [0, 50] };
    const { variables } = withSeeds({ method: 'grid', variables: [price] }, { first: 7, count: 3 });
    assert.deepEqual(variables, [price, { name: 'outage_seed', type: 'integer', min: 7, max: 9 }]);
    assert.throws(() => withSeeds(list({ load_scale: 1 }), { first: 1, count: 2 }), Unprocessable);
    const twice = withSeeds(undefined, { first: 1, count: 2 });
    assert.throws(() => withSeeds(twice, { first: 1, count: 2 }), Unprocessable);
  });
});
