import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { DocumentTypes } from '../../../../mongo/documents.ts';
import type { JobRecord } from '../../../../mongo/jobs.ts';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import { addUser } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { noJobs } from '../../../support/stack/no-jobs.ts';

const RESULT: SolveResult = {
  solve_time_s: 1,
  objective_value: 1000,
  termination_status: 'OPTIMAL',
  commitment: { coal: [1] },
  dispatch_mw: { coal: [50] },
  lmp: { bus_1: [20] },
  lmp_components: {},
  total_cost_usd: 1000,
  mip_gap: 0,
  lower_bound_usd: 1000,
  node_count: 1,
  solver: 'highs',
  solver_version: '1',
  startup: { coal: [0] },
  binding_constraints: [],
  cost_breakdown: { energy_usd: 1000, no_load_usd: 0, startup_usd: 0, penalty_usd: 0 },
  warnings: [],
  certificate: null,
};

const job = (_id: string, user_id: string, status: JobRecord['status']): JobRecord => ({
  _id,
  user_id,
  status,
  job_type: 'uc',
  solver: 'highs',
  scenario_id: 's',
  name: null,
  tags: [],
  time_limit_s: 60,
  mip_gap: 0.001,
  submitted_at: new Date(),
  started_at: null,
  finished_at: null,
  error: null,
  parent: null,
  progress: 0,
  termination_status: null,
  objective_value: null,
  workflow_started: true,
  checked_at: new Date(),
});

describe('the diff of two jobs', () => {
  const ids = {
    first: randomUUID(),
    second: randomUUID(),
    open: randomUUID(),
    none: randomUUID(),
    foreign: randomUUID(),
  };
  const records = new Map<string, JobRecord>();
  const results = new Map<string, SolveResult>([
    [ids.first, RESULT],
    [ids.second, { ...RESULT, total_cost_usd: 1200, dispatch_mw: { coal: [60] } }],
    [ids.none, { ...RESULT, termination_status: 'INFEASIBLE', total_cost_usd: null, objective_value: null }],
    [ids.foreign, RESULT],
  ]);
  let app: TestApp;
  let token: string;
  before(async () => {
    const jobs = noJobs();
    app = await startApp({
      deps: {
        jobs: { ...jobs.jobs, queuedBefore: async () => 0 },
        findJob: async (jobId) => records.get(jobId) ?? null,
        workflowState: async () => undefined,
        documents: {
          ...jobs.documents,
          get: async <K extends keyof DocumentTypes>(_: K, jobId: string) =>
            results.get(jobId) as DocumentTypes[K] | undefined,
        },
      },
    });
    const { user_id: userId } = await addUser(app.deps, 'ann');
    token = await app.deps.tokens.sign({ userId, sessionId: randomUUID(), role: 'user' }, app.deps.now());
    for (const id of [ids.first, ids.second, ids.none]) records.set(id, job(id, userId, 'completed'));
    records.set(ids.open, job(ids.open, userId, 'queued'));
    records.set(ids.foreign, job(ids.foreign, 'somebody else', 'completed'));
  });
  after(() => app.close());

  const diff = (first: string, second: string) =>
    app.call('GET', `/api/modules/analyst/solve/${first}/diff/${second}`, { token });

  it('is the other job minus this one', async () => {
    const { status, body } = await diff(ids.first, ids.second);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      cost: { total: 200, energy: 0, no_load: 0, startup: 0 },
      commitment: [],
      dispatch_mw: { coal: [10] },
      lmp: { bus_1: [0] },
      only_in_first: { generators: [], buses: [] },
      only_in_second: { generators: [], buses: [] },
      notes: [],
    });
    assert.deepEqual((await diff(ids.second, ids.first)).body.dispatch_mw, { coal: [-10] });
  });

  it('is a conflict while a job has no schedule, or will never have one', async () => {
    for (const other of [ids.open, ids.none]) {
      assert.equal((await diff(ids.first, other)).status, 409);
      assert.equal((await diff(other, ids.first)).status, 409);
    }
  });

  it('knows neither missing jobs nor those of others', async () => {
    for (const other of [ids.foreign, 'missing']) {
      assert.equal((await diff(ids.first, other)).status, 404);
      assert.equal((await diff(other, ids.first)).status, 404);
    }
  });
});
