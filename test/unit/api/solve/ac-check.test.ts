/** The AC check of a job over HTTP, with a real solver service behind it: an answer, refusals, and other jobs. */
import assert from 'node:assert/strict';
import { acCheckRoutes } from '../../../../api/solve/ac-check-route.ts';
import { SCUC_EXAMPLE } from '../../../../api/solve/examples.ts';
import { createSolverService } from '../../../../api/solve/solver-service.ts';
import type { JobRecord } from '../../../../mongo/jobs.ts';
import { payloadSchema } from '../../../../temporal/case/schema.ts';
import { addSignedIn, tokenOf } from '../../../support/callers/accounts.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { type SolverServer, startSolverServer } from '../../../support/stack/solver-server.ts';
import { type SolvingDeps, solvingDeps, USER_ID } from '../../../support/stack/solving-deps.ts';

const DATA = { slack_buses: [1], power_factor: 0.95, branches: [{ id: 'L12', b_pu: 0.02, rating_mva: 1 }] };

describe('the AC check of a job', () => {
  let app: TestApp;
  let solver: SolverServer;
  let solving: SolvingDeps;
  let token: string;
  let job: JobRecord;
  before(async () => {
    solver = await startSolverServer();
    solving = solvingDeps();
    const solverService = createSolverService(solver.url, undefined);
    app = await startApp({ deps: { ...solving.deps, solverService } });
    ({ token } = await addSignedIn(app.deps, 'ann', { user_id: USER_ID }));
    job = await solving.solved(threeBus(), 'scuc');
  });
  after(async () => {
    await app.close();
    await solver.close();
  });

  const check = (body: object, id = job._id, as = token) =>
    app.call('POST', `/api/modules/analyst/solve/${id}/ac-check`, { token: as, body });
  const refused = async (body: object) => {
    const { status, body: reply } = await check(body);
    assert.equal(status, 422, JSON.stringify(reply));
    return reply.detail.map(({ loc, type }: { loc: unknown[]; type: string }) => [
      loc.slice(1).join('.'),
      type,
    ]);
  };

  it('is a power flow of its schedule: losses at the slack, and a branch above its rating', async () => {
    const { status, body } = await check(DATA);
    assert.equal(status, 200, JSON.stringify(body));
    const [interval] = body.intervals;
    assert.equal(interval.converged, true);
    assert.ok(interval.losses_mw > 0.5 && interval.losses_mw < 5);
    const { scheduled_mw, change_mw } = interval.slack[0];
    const stored = await solving.deps.documents.get('result', job._id);
    assert.ok(Math.abs(scheduled_mw - (stored?.dispatch_mw['A']?.[0] ?? 0)) < 1e-9);
    assert.ok(Math.abs(change_mw - interval.losses_mw) < 1e-4);
    assert.equal(interval.branches_above_rating[0].line_id, 'L12');
    assert.equal(body.summary.converged, 1);
    assert.equal(body.v_pu, undefined);
    assert.deepEqual(Object.keys((await check({ ...DATA, with_voltages: true })).body.v_pu), [
      'bus_1',
      'bus_2',
      'bus_3',
    ]);
  });

  it('takes the example of the document, for the solved example of a security-constrained solve', async () => {
    const solved = await solving.solved(payloadSchema.cast(SCUC_EXAMPLE.body.payload), 'scuc');
    const { status, body } = await check(acCheckRoutes[0]?.example?.body ?? {}, solved._id);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.summary.converged, 4);
  });

  it('refuses data of what the case does not have, each at its place', async () => {
    const unknown = {
      slack_buses: [1],
      buses: [{ bus: 9 }],
      branches: [{ id: 'L99' }, { id: 'L12' }, { id: 'L12' }],
      generators: [{ name: 'Z' }],
    };
    assert.deepEqual(await refused(unknown), [
      ['buses.0.bus', 'unknown_element'],
      ['branches.0.id', 'unknown_element'],
      ['branches.2.id', 'duplicate'],
      ['generators.0.name', 'unknown_element'],
    ]);
  });

  it('refuses impossible numbers, a missing slack and a misspelt field', async () => {
    const places = async (body: object) => (await refused(body)).map(([place]: [string]) => place);
    assert.deepEqual(await places({}), ['slack_buses']);
    assert.deepEqual(await places({ slack_buses: [7] }), ['slack_buses.0']);
    assert.deepEqual(await places({ slack_buses: [1, 3] }), ['slack_buses.1']);
    const branches = [
      { id: 'L12', x_pu: 0 },
      { id: 'L13', r_pu: -1 },
    ];
    assert.deepEqual(await places({ slack_buses: [1], branches }), ['branches.0.x_pu', 'branches.1.r_pu']);
    const buses = [
      { bus: 1, v_min_pu: 1.1, v_max_pu: 1 },
      { bus: 2, power_factor: 0.9, q_load_mvar: [3] },
      { bus: 3, q_load_mvar: [3, 4] },
    ];
    assert.deepEqual(await places({ slack_buses: [1], buses }), [
      'buses.0.v_min_pu',
      'buses.1.q_load_mvar',
      'buses.2.q_load_mvar',
    ]);
    const generators = [{ name: 'A', q_min_mvar: 2, q_max_mvar: 1 }];
    assert.deepEqual(await places({ slack_buses: [1], generators }), ['generators.0.q_min_mvar']);
    assert.deepEqual(await places({ slack_buses: [1], slack: 1 }), ['slack']);
  });

  it('is there for jobs of the caller that have a schedule and a network', async () => {
    assert.equal((await check(DATA, 'nothing')).status, 404);
    assert.equal((await check(DATA, job._id, await tokenOf(app.deps))).status, 404);
    const alone = await solving.solved(payload(), 'uc');
    const without = await check(DATA, alone._id);
    assert.deepEqual([without.status, /no line in service/.test(without.body.detail)], [409, true]);
    const tooMuch = await solving.solved(payload({ loads: [{ bus: 1, values: [80, 300, 90] }] }), 'uc');
    const infeasible = await check(DATA, tooMuch._id);
    assert.deepEqual([infeasible.status, /ended INFEASIBLE/.test(infeasible.body.detail)], [409, true]);
  });
});
