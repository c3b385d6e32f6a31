/** GET /experiments/{experiment_id}/summary, and the statistics behind it. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { toScenarioView } from '../../../../api/experiments/scenario-view.ts';
import { summarizeExperiment } from '../../../../api/experiments/summary.ts';
import { leastSquares, type Point } from '../../../../api/experiments/variable-summary.ts';
import type { ScenarioRunRecord, ScenarioValues } from '../../../../mongo/scenario-runs.ts';
import type { ChangeMode, Variable } from '../../../../temporal/case/messages/matrix.ts';
import { addSignedIn, tokenOf } from '../../../support/callers/accounts.ts';
import { startApp } from '../../../support/stack/app.ts';
import {
  anExperiment,
  aScenarioRun,
  aSolvedRun,
  experimentReader,
  FIGURES,
} from '../../../support/stores/experiments.ts';

const LOAD: Variable = { name: 'load', type: 'discrete', values: [0.9, 1, 1.1] };
const SOLVER: Variable = { name: 'solver', type: 'categorical', values: ['highs', 'auto'] };
const NONE = { objective_value: null, avg_lmp_usd_per_mwh: null, max_lmp_usd_per_mwh: null, startups: null };

const modeOf = ({ name }: Variable): ChangeMode => (name === 'solver' ? 'absolute' : 'multiply');
const experimentOf = (...variables: Variable[]) =>
  anExperiment({
    scenario_matrix: { method: 'grid', variables },
    changes: variables.map((variable) => ({ name: variable.name, mode: modeOf(variable), targets: [] })),
  });

/**
 * A scenario that is solved. Prices and starts depend on the objective, so that variables have different effects on
 * them.
 */
const solved = (index: number, values: ScenarioValues, objective: number): ScenarioRunRecord =>
  aSolvedRun({ _id: 'x' }, index, {
    values,
    objective_value: objective,
    figures: { ...FIGURES, averageLmp: objective / 10, maxLmp: 50, startups: index },
  });

describe('the summary of an experiment', () => {
  const summarize = (variables: Variable[], runs: ScenarioRunRecord[]) =>
    summarizeExperiment(experimentOf(...variables), runs.map(toScenarioView));

  it('has the means of each level and the line through all scenarios', () => {
    const runs = [
      solved(0, { load: 1, solver: 'highs' }, 200),
      solved(1, { load: 1, solver: 'auto' }, 220),
      solved(2, { load: 3, solver: 'highs' }, 300),
      solved(3, { load: 3, solver: 'auto' }, 360),
    ];
    const [load, solver] = summarize([LOAD, SOLVER], runs).variables;
    assert.deepEqual(load?.levels, [
      { value: 1, scenarios: 2, mean_objective_value: 210, mean_avg_lmp_usd_per_mwh: 21, mean_startups: 0.5 },
      { value: 3, scenarios: 2, mean_objective_value: 330, mean_avg_lmp_usd_per_mwh: 33, mean_startups: 2.5 },
    ]);
    // Sxx = 4, Sxy = 240, Syy = 70^2 + 50^2 + 30^2 + 90^2 = 16400.
    assert.deepEqual(load.effect.objective_value, {
      slope: 60,
      correlation: 240 / (2 * Math.sqrt(16400)),
      spread: 120,
    });
    // Sxx = 4, Sxy = 4, Syy = 5.
    assert.deepEqual(load.effect.startups, { slope: 1, correlation: 4 / (2 * Math.sqrt(5)), spread: 2 });
    assert.deepEqual(load.effect.max_lmp_usd_per_mwh, { slope: 0, correlation: null, spread: 0 });
    assert.deepEqual(
      solver?.levels.map(({ value, mean_objective_value }) => [value, mean_objective_value]),
      [
        ['auto', 290],
        ['highs', 250],
      ],
    );
    assert.deepEqual(solver.effect.objective_value, { slope: null, correlation: null, spread: 40 });
    assert.deepEqual([load.mode, solver.mode], ['multiply', 'absolute']);
  });

  it('names the cheapest, the dearest and the unchanged scenario, and counts the failed ones', () => {
    const error = { code: 'SOLVER_ERROR', message: 'no basis', retryable: true } as const;
    const runs = [
      solved(0, { load: 1.1 }, 300),
      solved(1, { load: 1 }, 200),
      solved(2, { load: 0.9 }, -5),
      aScenarioRun({ _id: 'x' }, 3, { status: 'failed', error, objective_value: -100 }),
      aSolvedRun({ _id: 'x' }, 4, { termination_status: 'INFEASIBLE', objective_value: null }),
      aScenarioRun({ _id: 'x' }, 5, { status: 'running' }),
      aScenarioRun({ _id: 'x' }, 6, { status: 'cancelled' }),
    ];
    const { best, worst, base, ...counts } = summarize([LOAD], runs);
    assert.deepEqual(
      [best, worst, base].map((row) => row?.scenario_index),
      [2, 0, 1],
    );
    assert.deepEqual([counts.scenarios_completed, counts.scenarios_failed], [6, 1]);
    assert.equal(counts.scenarios_without_schedule, 3);
    const { outcome, outcome_causes, scenarios_solved, scenarios_unsolved } = counts;
    assert.deepEqual(
      [outcome, scenarios_solved, scenarios_unsolved, outcome_causes],
      ['partly_solved', 3, 3, ['1 INFEASIBLE', '1 SOLVER_ERROR', '1 cancelled']],
    );
  });

  it('never calls an experiment solved of which no scenario has a schedule', () => {
    const none = { termination_status: 'INFEASIBLE', objective_value: null } as const;
    const runs = [0, 1, 2].map((index) => aSolvedRun({ _id: 'x' }, index, none));
    const { status, outcome, outcome_causes } = summarize([LOAD], runs);
    assert.deepEqual([status, outcome, outcome_causes], ['completed', 'unsolved', ['INFEASIBLE']]);
  });

  it('takes a scenario without values for the base, and none where every one changes something', () => {
    assert.equal(summarize([LOAD], [solved(0, { load: 2 }, 1), solved(1, {}, 1)]).base?.scenario_index, 1);
    // The new value may equal that of the base, but the record does not state it.
    assert.equal(summarize([SOLVER], [solved(0, { solver: 'highs' }, 1)]).base, null);
  });

  it('knows no effect of fewer than two levels that have a schedule', () => {
    const empty = summarize([LOAD], []);
    assert.deepEqual([empty.best, empty.worst, empty.base], [null, null, null]);
    assert.deepEqual(empty.variables[0]?.levels, []);
    assert.deepEqual(empty.variables[0].effect, NONE);
    const waiting = aScenarioRun({ _id: 'x' }, 1, { values: { load: 0.9 } });
    const [load] = summarize([LOAD], [solved(0, { load: 1 }, 5), waiting]).variables;
    assert.deepEqual(load?.effect, NONE);
    assert.deepEqual(load.levels[0], {
      value: 0.9,
      scenarios: 1,
      mean_objective_value: null,
      mean_avg_lmp_usd_per_mwh: null,
      mean_startups: null,
    });
  });

  it('leaves out the levels of a variable that has more than a hundred, not its effect', () => {
    const runs = Array.from({ length: 101 }, (_, index) => solved(index, { load: index }, 7 * index));
    const listed = summarize([LOAD], runs.slice(1)).variables[0];
    assert.deepEqual([listed?.levels.length, listed?.levels_omitted], [100, 0]);
    const omitted = summarize([LOAD], runs).variables[0];
    assert.deepEqual([omitted?.levels.length, omitted?.levels_omitted], [0, 101]);
    const effect = omitted?.effect.objective_value;
    assert.deepEqual([effect?.slope, effect?.spread], [7, 700]);
  });

  it('is read by its owner and by administrators, also while scenarios are still solved', async () => {
    const experiment = anExperiment({ user_id: randomUUID(), status: 'running' });
    const runs = [
      aSolvedRun(experiment, 0, { values: { load: 0.9 } }),
      aSolvedRun(experiment, 1, { values: { load: 1 }, objective_value: 1200 }),
      aScenarioRun(experiment, 2, { values: { load: 1.1 } }),
    ];
    const app = await startApp({ deps: experimentReader([experiment], runs) });
    const path = `/api/experiments/${experiment._id}/summary`;
    const { token } = await addSignedIn(app.deps, 'ann', { user_id: experiment.user_id });
    const { status, body } = await app.call('GET', path, { token });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.status, body.scenarios_total, body.scenarios_completed, body.scenarios_failed],
      ['running', 3, 2, 0],
    );
    assert.equal(body.base.scenario_index, 1);
    assert.ok(Math.abs(body.variables[0].effect.objective_value.slope - 2000) < 1e-9);
    assert.equal((await app.call('GET', path, { token: await tokenOf(app.deps, 'admin') })).status, 200);
    assert.equal((await app.call('GET', path, { token: await tokenOf(app.deps) })).status, 404);
    await app.close();
  });
});

describe('leastSquares', () => {
  const coefficient = fc.integer({ min: -1000, max: 1000 });
  const xs = fc.uniqueArray(fc.integer({ min: -500, max: 500 }), { minLength: 2, maxLength: 40 });

  it('recovers an exact line', () => {
    fc.assert(
      fc.property(coefficient, coefficient, xs, (a, b, at) => {
        const line = leastSquares(at.map((x): Point => [x, a + b * x]));
        assert.ok(line && Math.abs(line.slope - b) <= 1e-9 * Math.max(1, Math.abs(b)));
        if (b === 0) assert.equal(line.correlation, null);
        else assert.ok(Math.abs((line.correlation ?? 0) - Math.sign(b)) < 1e-9);
      }),
    );
  });

  it('does not mind where x begins or in which unit y is, and keeps r within -1..1', () => {
    const points = fc.array(fc.tuple(fc.integer({ min: -99, max: 99 }), fc.integer({ min: -99, max: 99 })), {
      minLength: 2,
      maxLength: 30,
    });
    fc.assert(
      fc.property(points, coefficient, (sample, shift) => {
        const line = leastSquares(sample);
        const moved = leastSquares(sample.map(([x, y]): Point => [x + shift, 4 * y]));
        assert.equal(line === null, new Set(sample.map(([x]) => x)).size < 2);
        assert.ok(Math.abs((moved?.slope ?? 0) - 4 * (line?.slope ?? 0)) < 1e-9);
        assert.ok(Math.abs(line?.correlation ?? 0) <= 1);
      }),
    );
  });

  it('has no line through equal x, and no correlation of equal y, in spite of rounding', () => {
    assert.equal(leastSquares([]), null);
    assert.equal(leastSquares([0.1, 0.1, 0.1].map((x, y): Point => [x, y])), null);
    assert.deepEqual(leastSquares([0.1, 0.1, 0.1].map((y, x): Point => [x, y])), {
      slope: 0,
      correlation: null,
    });
  });
});
