/** Options of a run are checked against the model and the network; each refusal names its field. */
import assert from 'node:assert/strict';
import { Unprocessable } from '../../../../api/http/errors.ts';
import { executionBody } from '../../../../api/model-builder/execution.ts';
import { chooseStudy } from '../../../../api/model-builder/study-options.ts';
import { toNetworkContent } from '../../../../temporal/case/network-body.ts';
import { findPcmModel } from '../../../../temporal/case/pcm-models.ts';
import { studyNetwork } from '../../../support/cases/study-network.ts';

const dated = toNetworkContent(studyNetwork());
const undated = { ...dated, series_start: undefined };

function choose(options: object, modelId = 'pcm-rolling', network = dated) {
  const model = findPcmModel(modelId);
  assert.ok(model);
  const body = { pcm_model_id: modelId, solver: { id: 'highs' }, options };
  return chooseStudy(model, executionBody.validateSync(body).options, network);
}

/** Fields that the refusal of a run names. */
function refused(options: object, modelId?: string, network?: typeof dated): string[] {
  try {
    choose(options, modelId, network);
  } catch (error) {
    if (!(error instanceof Unprocessable) || typeof error.detail === 'string') throw error;
    return error.detail.map(({ loc }) => loc.slice(2).join('.'));
  }
  return [];
}

describe('options of a run', () => {
  it('say when it begins, in hours of the series', () => {
    const { start, options } = choose({ start: '2024-07-02', days: 3 });
    assert.equal(start.hour, 24);
    assert.deepEqual(start.calendar, { origin: Date.parse('2024-07-01T07:00:00Z'), zone: 'America/Phoenix' });
    assert.deepEqual(options, {
      horizon: 72,
      include_reserves: false,
      start: '2024-07-02',
      days: 3,
      go_on: true,
      parallel: false,
    });
    assert.equal(choose({ start: '2024-07-02T13:00:00Z' }).start.hour, 30);
    assert.deepEqual(choose({ horizon: 5 }, 'uc-standard', undated), {
      options: { horizon: 5, include_reserves: false },
      start: { hour: 0 },
      warnings: [],
    });
  });

  it('are kept as they were given, and a year may have 366 days', () => {
    const terms = {
      days: 366,
      step_h: 48,
      look_ahead_h: 0,
      lines: 'soft',
      line_penalty_usd_per_mwh: 300,
      losses: true,
      unserved_energy_usd_per_mwh: 5000,
      spill_usd_per_mwh: 20,
      fuel_prices: { Coal: 3 },
      emission_price_usd_per_t: 25,
      real_time: { look_ahead_h: 2, quick_start_h: 3 },
      go_on: false,
      parallel: true,
    };
    assert.deepEqual(choose(terms).options, { horizon: 8784, include_reserves: false, ...terms });
  });

  for (const [options, place, model] of [
    [{ start: '2024-06-30' }, 'start'],
    [{ start: '2024-07-08' }, 'start'],
    [{ start: '2024-07-01T00:30:00' }, 'start'],
    [{ start: '2024-02-31' }, 'start'],
    [{ days: 2, horizon: 72 }, 'days'],
    [{ days: 8 }, 'horizon', 'scuc-dc'],
    [{ step_h: 100, look_ahead_h: 69 }, 'look_ahead_h'],
    [{ step_h: 24 }, 'step_h', 'scuc-dc'],
    [{ real_time: {} }, 'real_time', 'scuc-dc'],
    [{ lines: 'off' }, 'lines', 'uc-standard'],
    [{ n_1: true, losses: true }, 'n_1 losses', 'ed-hourly'],
    [{ lines: 'off', n_1: true }, 'n_1'],
    [{ lines: 'off', losses: true }, 'losses'],
    [{ line_penalty_usd_per_mwh: 5 }, 'line_penalty_usd_per_mwh'],
    [{ fuel_prices: { Peat: 1 } }, 'fuel_prices.Peat'],
  ] as const) {
    it(`are refused at ${place}: ${JSON.stringify(options)}`, () => {
      assert.equal(refused(options, model).join(' '), place);
    });
  }

  it('have no date on a network without one', () => {
    assert.deepEqual(refused({ start: '2024-07-02' }, 'pcm-rolling', undated), ['start']);
  });

  it('are refused by their schema', () => {
    for (const options of [
      { days: 367 },
      { days: 0 },
      { step_h: 0 },
      { start: 'soon' },
      { lines: 'maybe' },
      { fuel_prices: { Coal: -1 } },
      { real_time: { look_ahead_h: -1 } },
      { real_time: { quick_start_h: -1 } },
    ])
      assert.throws(() => choose(options), JSON.stringify(options));
  });

  it('come with a warning where real time has nothing but forecasts', () => {
    assert.deepEqual(choose({ real_time: {} }).warnings, [
      'The network has no actual values (actual_values, actual_p_max): real time is dispatched on forecasts',
    ]);
    const withActuals = {
      ...dated,
      loads: dated.loads.map((load) => ({ ...load, actual_values: load.values })),
    };
    assert.deepEqual(choose({ real_time: {} }, 'pcm-rolling', withActuals).warnings, []);
  });

  it('come with a warning where series repeat beside longer ones', () => {
    const [load] = dated.loads;
    assert.ok(load);
    const mixed = { ...dated, loads: [{ bus: 2, values: load.values.slice(0, 24) }, load] };
    assert.deepEqual(choose({ days: 1 }, 'pcm-rolling', mixed).warnings, []);
    assert.deepEqual(choose({ days: 2 }, 'pcm-rolling', mixed).warnings, [
      'Series with fewer values than the longest (168) repeat: load at bus 2 (24)',
    ]);
    const [line] = dated.lines;
    assert.ok(line);
    const rated = { ...dated, lines: [{ ...line, rating_mw_profile: [null, 80] }] };
    assert.deepEqual(choose({ days: 2 }, 'pcm-rolling', rated).warnings, [
      `Series with fewer values than the longest (168) repeat: rating_mw_profile of ${line.id} (2)`,
    ]);
  });
});
