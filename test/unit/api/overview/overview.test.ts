/** GET /overview: its content by role, and its answer while a part of the service is unavailable. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../../api/deps.ts';
import { newJob } from '../../../../mongo/jobs.ts';
import { addUser, tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { noJobs } from '../../../support/stack/no-jobs.ts';
import { anExecution } from '../../../support/stores/an-execution.ts';
import { anExperiment } from '../../../support/stores/experiments.ts';

const NONE = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
const NOW = new Date('2026-03-02T12:00:00Z');
const refusing = async () => {
  throw new Error('secret address');
};

describe('the overview', () => {
  const queries: (readonly [since: Date, userId: string | undefined])[] = [];
  const none = noJobs();
  const ann = randomUUID();
  const asks = {
    job_type: 'uc',
    solver: 'highs',
    scenario_id: 'case',
    time_limit_s: 60,
    mip_gap: 0,
  } as const;
  const job = newJob({ id: randomUUID(), userId: ann, ...asks }, new Date('2026-03-02T11:00:00Z'));
  const experiment = anExperiment({
    user_id: 'nobody',
    status: 'running',
    submitted_at: new Date('2026-03-02T11:30:00Z'),
    attempt: 2,
  });
  const execution = anExecution(ann, { submitted_at: new Date('2026-03-02T10:00:00Z') });
  const stores: Partial<Deps> = {
    jobs: {
      ...none.jobs,
      count: async (since, userId) => {
        queries.push([since, userId]);
        return userId === undefined ? { ...NONE, queued: 5, failed: 2 } : { ...NONE, queued: 1 };
      },
      countInfeasible: async () => 3,
      newestOpen: async () => [job],
      openBySolver: async () => [
        { solver: 'highs', status: 'queued', count: 4 },
        { solver: 'highs', status: 'running', count: 2 },
        { solver: 'cbc', status: 'queued', count: 1 },
      ],
    },
    experiments: { ...none.experiments, count: async () => NONE, newestOpen: async () => [experiment] },
    executions: { ...none.executions, count: async () => NONE, newestOpen: async () => [execution] },
    connectionStudies: { ...none.connectionStudies, newestOpen: async () => [] },
    solverService: {
      ...none.solverService,
      health: async () => ({ status: 'healthy', version: '1.0.0', solvers: ['highs'], slots: 2 }),
    },
    taskQueues: { countWorkers: async (queue) => (queue === 'solver-highs' ? 1 : 0) },
    now: () => NOW,
  };
  const apps: TestApp[] = [];
  const start = async (deps: Partial<Deps> = {}, ui?: string): Promise<TestApp> => {
    const settings = ui === undefined ? {} : { TEMPORAL_UI_URL: ui, TEMPORAL_NAMESPACE: 'grid prod' };
    const app = await startApp({ deps: { ...stores, ...deps }, settings });
    apps.push(app);
    return app;
  };
  after(() => Promise.all(apps.map((app) => app.close())));
  const overview = async (app: TestApp, role: 'user' | 'admin') =>
    app.call('GET', '/api/overview', { token: await tokenOf(app.deps, role) });

  it('shows a user their own runs of the last day and how busy the solvers are', async () => {
    const { status, body } = await overview(await start({}, 'https://temporal.example'), 'user');
    assert.equal(status, 200);
    assert.equal(body.ended_since, '2026-03-01T12:00:00.000Z');
    assert.deepEqual(body.own.jobs, { ...NONE, queued: 1, infeasible: 3 });
    assert.equal(queries.length, 1);
    assert.equal(queries[0]?.[0].toISOString(), body.ended_since);
    assert.ok(queries[0]?.[1]);
    assert.equal(body.solvers.slots, 2);
    assert.deepEqual(body.bounds, {
      open_jobs: { used: 1, allowed: 200 },
      open_experiments: { used: 0, allowed: 5 },
      open_executions: { used: 0, allowed: 50 },
      stored_bytes: { used: 0, allowed: 10_000_000_000 },
    });
    assert.deepEqual(body.solvers.queues.slice(0, 2), [
      { solver: 'highs', available: true, workers: 1, waiting: 4, running: 2 },
      { solver: 'cbc', available: false, workers: 0, waiting: 1, running: 0 },
    ]);
    assert.deepEqual(body.solvers.unreachable, []);
  });

  it('shows neither data of others nor the address of the Temporal Web UI to a user without administrator rights', async () => {
    const { body } = await overview(await start({}, 'https://temporal.example'), 'user');
    assert.deepEqual([body.everybody, body.open_runs, body.temporal_ui_url], [null, null, null]);
  });

  it('shows administrators the runs of all users, the newest first, with their workflows', async () => {
    const app = await start({}, 'https://temporal.example/');
    await addUser(app.deps, 'ann', { user_id: ann });
    const { body } = await overview(app, 'admin');
    assert.deepEqual(body.everybody.jobs, { ...NONE, queued: 5, failed: 2, infeasible: 3 });
    const runs = body.open_runs.map((run: Record<string, unknown>) => [
      run['kind'],
      run['name'],
      run['username'],
      run['workflow_id'],
    ]);
    assert.deepEqual(runs, [
      ['experiment', 'load sweep', null, `${experiment._id}-2`],
      ['job', 'case', 'ann', job._id],
      ['execution', 'pcm-rolling', 'ann', execution._id],
    ]);
    assert.equal(body.temporal_ui_url, 'https://temporal.example/namespaces/grid%20prod');
    assert.equal((await overview(await start(), 'admin')).body.temporal_ui_url, null);
  });

  it('works while Temporal or the solver service is away, and reports that without the reason', async () => {
    const withoutTemporal = await overview(await start({ taskQueues: { countWorkers: refusing } }), 'user');
    assert.equal(withoutTemporal.status, 200);
    assert.deepEqual(withoutTemporal.body.solvers.unreachable, ['temporal']);
    const [highs] = withoutTemporal.body.solvers.queues;
    assert.deepEqual([highs.available, highs.workers, highs.waiting], [true, null, 4]);
    const solverService = { ...none.solverService, health: refusing };
    const withoutSolver = await overview(await start({ solverService }), 'user');
    assert.deepEqual(withoutSolver.body.solvers.unreachable, ['solver']);
    const { slots, queues } = withoutSolver.body.solvers;
    assert.deepEqual([slots, queues[0].available, queues[0].workers], [null, null, 1]);
    assert.doesNotMatch(withoutSolver.text + withoutTemporal.text, /secret/);
  });

  it('is for signed-in users', async () => {
    assert.equal((await (await start()).call('GET', '/api/overview')).status, 401);
  });
});
