/** Adequacy and other statistics of runs with different seeds, compared with figures computed by hand. */
import assert from 'node:assert/strict';
import { toScenarioView } from '../../../../api/experiments/scenario-view.ts';
import { monteCarlo, statistics, summarizeExperiment } from '../../../../api/experiments/summary.ts';
import type { RunFigures, ScenarioRunRecord, ScenarioValues } from '../../../../mongo/scenario-runs.ts';
import { rounded } from '../../../../temporal/case/arithmetic/rounded.ts';
import type { ScenarioMatrix } from '../../../../temporal/case/messages/matrix.ts';
import { anExecution } from '../../../support/stores/an-execution.ts';
import { anExperiment, aScenarioRun, aSolvedRun, FIGURES } from '../../../support/stores/experiments.ts';

const { solver, options } = anExecution('ann');
const HOURS = 876;
const execution = { pcm_model_id: 'pcm-rolling', solver, network_id: 'net', windows: 37, horizon: HOURS };
const study = { options, start: { hour: 0 } };
const SEEDS = { name: 'outage_seed', type: 'integer' as const, min: 1, max: 4 };
const experimentOf = (scenario_matrix: ScenarioMatrix) =>
  anExperiment({
    scenario_matrix,
    execution,
    changes: scenario_matrix.variables.map(({ name }) => ({ name, mode: 'absolute', targets: [] })),
  });
const grid = (...variables: ScenarioMatrix['variables']): ScenarioMatrix => ({ method: 'grid', variables });

const run = (
  index: number,
  values: ScenarioValues,
  totalCostUsd: number,
  figures: Partial<RunFigures> = {},
): ScenarioRunRecord =>
  aSolvedRun({ _id: 'x' }, index, {
    values,
    study,
    figures: { ...FIGURES, totalCostUsd },
    run_figures: {
      penaltyUsd: 0,
      unservedMwh: 0,
      unservedHours: 0,
      unservedDays: 0,
      co2T: null,
      unsolvedWindows: 0,
      ...figures,
    },
  });

const RUNS = [
  run(0, { outage_seed: 1 }, 100, { unservedMwh: 6, unservedHours: 3, unservedDays: 2, co2T: 10 }),
  run(1, { outage_seed: 2 }, 200, { co2T: 20 }),
  run(2, { outage_seed: 3 }, 300, { unservedMwh: 2, unservedHours: 1, unservedDays: 1, co2T: 30 }),
  run(3, { outage_seed: 4 }, 400, { co2T: 40, unsolvedWindows: 2 }),
];

describe('statistics of samples', () => {
  it('are the mean, the deviation of a sample, the error of the mean, and percentiles between samples', () => {
    // The squares of -3, -1, 1, 3 sum to 20, and 20 / 3 = 6.67; the percentiles are at the positions 0.15, 1.5, 2.85.
    assert.deepEqual(statistics([8, 2, 6, 4]), {
      mean: 5,
      standard_deviation: rounded(Math.sqrt(20 / 3)),
      standard_error: rounded(Math.sqrt(20 / 3) / 2),
      p5: 2.3,
      p50: 5,
      p95: 7.7,
    });
  });

  it('know no deviation of one sample, and nothing of none', () => {
    const one = { mean: 7, standard_deviation: null, standard_error: null, p5: 7, p50: 7, p95: 7 };
    assert.deepEqual(statistics([7]), one);
    assert.equal(statistics([]), null);
  });
});

describe('an experiment of runs', () => {
  it('has EUE, LOLE and LOLH of a run and of a year, with their standard errors', () => {
    const [group] = monteCarlo(experimentOf(grid(SEEDS)), RUNS.map(toScenarioView))?.groups ?? [];
    assert.ok(group);
    assert.deepEqual([group.values, group.runs, group.unsolved_windows], [{}, 4, 2]);
    // Samples 6, 0, 2, 0: mean 2, squares 16 + 4 + 0 + 4.
    assert.deepEqual(group.eue_mwh, { per_run: 2, standard_error: rounded(Math.sqrt(8) / 2), per_year: 20 });
    // Samples 3, 0, 1, 0: mean 1, squares 4 + 1 + 0 + 1.
    assert.deepEqual(group.lolh_hours, {
      per_run: 1,
      standard_error: rounded(Math.sqrt(2) / 2),
      per_year: 10,
    });
    assert.equal(group.lole_days?.per_run, 0.75);
    assert.equal(group.total_cost_usd?.mean, 250);
    assert.deepEqual([group.co2_t?.p5, group.co2_t?.p50], [11.5, 25]);
  });

  it('groups its runs by their other variables, and counts those without an answer', () => {
    const price = { name: 'emission_price_usd_per_t', type: 'discrete' as const, values: [0, 50] };
    const at = (usd: number, seed: number) => ({ emission_price_usd_per_t: usd, outage_seed: seed });
    const failed = aScenarioRun({ _id: 'x' }, 3, { values: at(50, 2), study, status: 'failed' });
    const runs = [run(0, at(0, 1), 100), run(1, at(0, 2), 120), run(2, at(50, 1), 500), failed];
    const { monte_carlo, variables } = summarizeExperiment(
      experimentOf(grid(price, SEEDS)),
      runs.map(toScenarioView),
    );
    assert.deepEqual(
      monte_carlo?.groups.map(({ values, runs, runs_without_answer, total_cost_usd, co2_t }) => [
        values,
        runs,
        runs_without_answer,
        total_cost_usd?.mean,
        co2_t,
      ]),
      [
        [{ emission_price_usd_per_t: 0 }, 2, 0, 110, null],
        [{ emission_price_usd_per_t: 50 }, 1, 1, 500, null],
      ],
    );
    assert.deepEqual(
      variables.map(({ name }) => name),
      ['emission_price_usd_per_t', 'outage_seed'],
    );
  });

  it('treats sampled points as one group, whatever they vary', () => {
    const load = { name: 'load_scale', type: 'continuous' as const, min: 0.9, max: 1.1 };
    const runs = [
      run(0, { load_scale: 0.95, outage_seed: 3 }, 100),
      run(1, { load_scale: 1, outage_seed: 9 }, 300),
    ];
    const drawn = experimentOf({ method: 'lhs', samples: 2, variables: [load, SEEDS] });
    const groups = monteCarlo(drawn, runs.map(toScenarioView))?.groups ?? [];
    assert.deepEqual([groups.length, groups[0]?.runs, groups[0]?.total_cost_usd?.mean], [1, 2, 200]);
  });

  it('has no such figures for solves', () => {
    const summary = summarizeExperiment(anExperiment(), [toScenarioView(aSolvedRun({ _id: 'x' }, 0))]);
    assert.equal('monte_carlo' in summary, false);
  });
});
