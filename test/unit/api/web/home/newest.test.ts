/** The list on the home page: all submissions, newest first, each with earlier results of similar ones. */
import assert from 'node:assert/strict';
import type { Study } from '../../../../../api/client/runs.ts';
import { type Experiment, newestOf, type Run, sparkPoints } from '../../../../../api/web/home/newest.ts';
import { aJob } from '../jobs/a-job.ts';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

const aRun = (minute: number, total_cost_usd: number | null, network_id = 'rts'): Run => ({
  execution_id: `run-${minute}`,
  status: 'completed',
  pcm_model_id: 'pcm-rolling',
  network_id,
  start_time: '2020-07-01T00:00:00-07:00',
  horizon: 168,
  total_cost_usd,
  largest_mip_gap: 0.001,
  windows_total: 7,
  windows_solved: 7,
  windows_unsolved: 0,
  outcome: 'solved',
  outcome_causes: [],
  created_at: at(minute),
  finished_at: null,
});

const anExperiment = {
  experiment_id: 'e',
  name: 'load by gas',
  status: 'running',
  created_at: at(4),
} as Experiment;

const aStudy = {
  study_id: 's',
  status: 'running',
  network_id: 'rts',
  horizon: 24,
  start_time: null,
  created_at: at(7),
} as Study;

describe('the newest on Home', () => {
  const jobs = [
    aJob({ job_id: 'b', scenario_id: 's', submitted_at: at(5), objective_value: 90 }),
    aJob({ job_id: 'c', scenario_id: 'other', submitted_at: at(3), objective_value: 7 }),
    aJob({ job_id: 'a', scenario_id: 's', submitted_at: at(1), objective_value: 100 }),
  ];
  const runs = [aRun(6, 40), aRun(2, 50), aRun(0, 9, 'another')];

  it('are submissions of all kinds together, a few of them', () => {
    const newest = newestOf({ jobs, runs, experiments: [anExperiment], studies: [aStudy] }, 5);
    assert.deepEqual(
      newest.map(({ kind, path }) => `${kind} ${path}`),
      ['study /connections/s', 'run /runs/run-6', 'job /jobs/b', 'experiment /experiments/e', 'job /jobs/c'],
    );
    assert.equal(newest[0]?.title, 'Connections to rts, 1 day');
    assert.equal(newest[1]?.title, 'rts, 7 days from 2020-07-01');
  });

  it('have the results of earlier similar ones', () => {
    const trends = newestOf({ jobs, runs, experiments: [], studies: [] }, 10).map(({ path, trend }) => [
      path,
      ...trend,
    ]);
    assert.deepEqual(trends.slice(0, 3), [
      ['/runs/run-6', 50, 40],
      ['/jobs/b', 100, 90],
      ['/jobs/c', 7],
    ]);
  });

  it('are drawn from two results on, the lowest at the bottom', () => {
    assert.equal(sparkPoints([5], 72, 18), '');
    assert.equal(sparkPoints([100, 90, 95], 72, 18), '0,1.0 36,17.0 72,9.0');
    assert.equal(sparkPoints([5, 5], 72, 18), '0,9.0 72,9.0');
  });
});
