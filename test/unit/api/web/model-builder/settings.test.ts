import assert from 'node:assert/strict';
import { toPcmModelView } from '../../../../../api/model-builder/catalog.ts';
import { toSolverCatalog } from '../../../../../api/model-builder/catalog-routes.ts';
import { executionBody } from '../../../../../api/model-builder/execution.ts';
import {
  extentOf,
  newSettings,
  runBody,
  type Settings,
  solverBody,
  usableSolvers,
  withConfig,
} from '../../../../../api/web/model-builder/settings.ts';
import { PCM_MODELS } from '../../../../../temporal/case/pcm-models.ts';

describe('settings of a run', () => {
  const solvers = toSolverCatalog(['highs', 'gurobi']);
  const models = PCM_MODELS.map(toPcmModelView);
  const model = models.find(({ id }) => id === 'pcm-rolling') ?? assert.fail('a rolling model');
  const [highs] = usableSolvers(model, solvers);
  assert.ok(highs);
  const settings = newSettings(model);
  const accepted = (typed: Settings, of = model) =>
    executionBody.validateSync(runBody(typed, highs, of), { strict: true });

  it('offer the solvers that the model can use and the service has', () => {
    for (const each of models)
      assert.equal(
        usableSolvers(each, solvers)
          .map(({ id }) => id)
          .join(),
        'highs',
      );
  });

  it('are accepted by the server as they are first shown, with the defaults of the catalog', () => {
    const body = accepted(settings);
    assert.deepEqual(body.options, { horizon: 24, include_reserves: false });
    const usual = { time_limit: 300, mip_gap: 0.001, presolve: 'choose', random_seed: 0 };
    assert.deepEqual(body.solver, { id: 'highs', ...usual });
  });

  it('say when a study begins and whether lines limit, where that is chosen', () => {
    assert.deepEqual(accepted({ ...settings, start: ' 2020-07-01 ', lines: 'soft' }).options, {
      horizon: 24,
      include_reserves: false,
      start: '2020-07-01',
      lines: 'soft',
    });
  });

  it('include the terms that the model accepts', () => {
    const typed = {
      ...settings,
      n_1: true,
      losses: true,
      goOn: false,
      fuelPrices: 'NG = 4.5, Coal/A=2',
      terms: {
        step_h: '24',
        look_ahead_h: '0',
        emission_price_usd_per_t: '50',
        outage_seed: '7',
        spill_usd_per_mwh: '',
      },
    };
    assert.deepEqual(accepted(typed).options, {
      horizon: 24,
      include_reserves: false,
      n_1: true,
      losses: true,
      go_on: false,
      fuel_prices: { NG: 4.5, 'Coal/A': 2 },
      step_h: 24,
      look_ahead_h: 0,
      emission_price_usd_per_t: 50,
      outage_seed: 7,
    });
    const plain = models.find(({ id }) => id === 'uc-standard') ?? assert.fail('a model of one solve');
    assert.deepEqual(Object.keys(accepted(typed, plain).options).sort(), [
      'emission_price_usd_per_t',
      'fuel_prices',
      'horizon',
      'include_reserves',
    ]);
  });

  it('send a price that is no number, so that the server names it', () => {
    for (const fuelPrices of ['NG', 'NG=dear', 'NG='])
      assert.throws(() => accepted({ ...settings, fuelPrices }), /fuel_prices/);
  });

  it('count days as hours, and leave out invalid numbers', () => {
    assert.equal(runBody({ ...settings, length: '3' }, highs, model).options?.horizon, 72);
    assert.equal(runBody({ ...settings, length: '6', unit: 'hours' }, highs, model).options?.horizon, 6);
    assert.equal(runBody({ ...settings, length: '' }, highs, model).options?.horizon, undefined);
    const typed = { ...settings, parameters: { mip_gap: '0.01', time_limit: '' } };
    const { mip_gap, time_limit } = solverBody(typed, highs);
    assert.deepEqual([mip_gap, time_limit], [0.01, undefined]);
  });

  it('say how many solves they make', () => {
    assert.equal(extentOf(model, { ...settings, length: '3' }), '72 h in 3 solves. At most 8784 h.');
    assert.equal(extentOf(model, { ...settings, length: '' }), 'At most 8784 h.');
    const [single] = models;
    assert.ok(single);
    assert.match(extentOf(single, { ...settings, length: '3' }), /72 h in 1 solve\./);
  });

  it('become those of a saved configuration, the network and the length stay', () => {
    const solver = { id: 'highs', time_limit: 9, mip_gap: 0.5, presolve: 'off', random_seed: 7 } as const;
    const saved = {
      config_id: 'c',
      name: 'n',
      description: null,
      created_at: '',
      pcm_model_id: 'uc-standard',
      solver,
    };
    const loaded = withConfig({ ...settings, network: 'mine', length: '5' }, saved);
    assert.deepEqual([loaded.model, loaded.network, loaded.length], ['uc-standard', 'mine', '5']);
    assert.deepEqual(solverBody(loaded, highs), solver);
  });
});
