/** GET /experiments/{experiment_id}/scenarios */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { addSignedIn, tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import {
  anExperiment,
  aScenarioRun,
  aSolvedRun,
  experimentReader,
} from '../../../support/stores/experiments.ts';

describe('the scenarios of an experiment', () => {
  const experiment = anExperiment({ user_id: randomUUID(), status: 'running' });
  const error = { code: 'SOLVER_ERROR', message: 'no basis', retryable: true } as const;
  const runs = [
    aSolvedRun(experiment, 0, { values: { load: 0.9 } }),
    aScenarioRun(experiment, 1, { values: { load: 1 }, status: 'failed', error }),
    ...Array.from({ length: 60 }, (_, index) => aScenarioRun(experiment, index + 2)),
  ];
  let app: TestApp;
  let token: string;
  before(async () => {
    app = await startApp({ deps: experimentReader([experiment], runs) });
    ({ token } = await addSignedIn(app.deps, 'ann', { user_id: experiment.user_id }));
  });
  after(() => app.close());

  const list = (query = '', as = token) =>
    app.call('GET', `/api/experiments/${experiment._id}/scenarios${query}`, { token: as });

  it('show the result of each solve', async () => {
    const { status, body } = await list('?limit=1');
    assert.equal(status, 200);
    assert.equal(body.total, runs.length);
    assert.deepEqual(body.scenarios, [
      {
        scenario_index: 0,
        scenario_id: 'base-0',
        job_id: runs[0]?.job_id,
        status: 'completed',
        termination_status: 'OPTIMAL',
        values: { load: 0.9 },
        solved_as: null,
        warm_started_from: null,
        objective_value: 1000,
        total_cost_usd: 1000,
        penalty_usd: 25,
        solve_time_s: 0.5,
        mip_gap: 0,
        avg_lmp_usd_per_mwh: 20,
        max_lmp_usd_per_mwh: 30,
        peak_load_mw: 100,
        total_generation_mwh: 2400,
        startups: 1,
        reason: null,
        error: null,
        finished_at: '2026-01-01T00:00:00.000Z',
      },
    ]);
  });

  it('can be narrowed to a status; a failed one carries its error', async () => {
    const { body } = await list('?status=failed');
    assert.equal(body.total, 1);
    assert.equal(body.scenarios[0].scenario_index, 1);
    assert.deepEqual(body.scenarios[0].error, error);
    assert.equal(body.scenarios[0].objective_value, null);
    assert.equal(body.scenarios[0].finished_at, null);
  });

  it('come in pages of 50 unless another size is wanted', async () => {
    assert.equal((await list()).body.scenarios.length, 50);
    assert.equal((await list('?limit=200&offset=2')).body.scenarios.length, 60);
    for (const query of ['?limit=0', '?limit=201', '?offset=-1', '?status=done']) {
      assert.equal((await list(query)).status, 422, query);
    }
  });

  it('are hidden from other users, not from administrators', async () => {
    assert.equal((await list('', await tokenOf(app.deps))).status, 404);
    assert.equal((await list('', await tokenOf(app.deps, 'admin'))).status, 200);
  });
});
