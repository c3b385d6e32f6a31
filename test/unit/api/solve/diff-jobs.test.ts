import assert from 'node:assert/strict';
import type { SolveResult } from '../../../../temporal/case/messages/result.ts';
import { addSignedIn } from '../../../support/callers/accounts.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { memorySolves } from '../../../support/stores/memory-solves.ts';

const NONE = { no_load: 0, startup: 0, shutdown: 0, penalties: 0, stored_value: 0, bid_value: 0 };

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

describe('the diff of two jobs', () => {
  let app: TestApp;
  let token: string;
  let ids: Record<'first' | 'second' | 'open' | 'none' | 'foreign', string>;
  before(async () => {
    const solves = memorySolves();
    app = await startApp({
      deps: {
        ...solves.deps,
        jobs: { ...solves.deps.jobs, queuedBefore: async () => 0 },
        workflowState: async () => undefined,
      },
    });
    const ann = await addSignedIn(app.deps, 'ann');
    token = ann.token;
    const added = (result?: SolveResult, userId = ann.userId) =>
      solves.add({ userId, scenarioId: 's', payload: threeBus(), ...(result && { result }) });
    ids = {
      first: await added(RESULT),
      second: await added({
        ...RESULT,
        total_cost_usd: 1200,
        objective_value: 1200,
        dispatch_mw: { coal: [60] },
      }),
      open: await added(),
      none: await added({
        ...RESULT,
        termination_status: 'INFEASIBLE',
        total_cost_usd: null,
        objective_value: null,
      }),
      foreign: await added(RESULT, 'somebody else'),
    };
  });
  after(() => app.close());

  const diff = (first: string, second: string) =>
    app.call('GET', `/api/modules/analyst/solve/${first}/diff/${second}`, { token });

  it('is the other job minus this one', async () => {
    const { status, body } = await diff(ids.first, ids.second);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      cost: { ...NONE, total: 200, energy: 0, objective: 200 },
      costs: {
        first: { ...NONE, total: 1000, energy: 1000, objective: 1000 },
        second: { ...NONE, total: 1200, energy: 1000, objective: 1200 },
      },
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
