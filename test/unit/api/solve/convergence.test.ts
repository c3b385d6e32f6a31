/** The status of a running job includes the convergence of its search; no other status does. */
import assert from 'node:assert/strict';
import type { ConvergencePoint } from '../../../../temporal/case/messages/convergence.ts';
import { NOT_STARTED } from '../../../../temporal/case/messages/job.ts';
import type { SolveState } from '../../../../temporal/case/messages/solve-run.ts';
import { addSignedIn } from '../../../support/callers/accounts.ts';
import { payload } from '../../../support/cases/payloads.ts';
import { solve } from '../../../support/engine/solve.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { type MemorySolves, memorySolves } from '../../../support/stores/memory-solves.ts';

const POINTS: ConvergencePoint[] = [
  { elapsed_s: 1, incumbent: null, bound: 50, mip_gap: null },
  { elapsed_s: 2, incumbent: 100, bound: 50, mip_gap: 0.5 },
];
const SEARCHING: SolveState = {
  status: 'running',
  startedAt: new Date().toISOString(),
  finishedAt: null,
  percent: 30,
  progress: { ...NOT_STARTED, phase: 'search', incumbent: 100, bound: 50, mip_gap: 0.5, elapsed_s: 3 },
  error: null,
};

describe('the convergence in the status of a job', () => {
  let app: TestApp;
  let solves: MemorySolves;
  let token: string;
  let userId: string;
  let state = SEARCHING;
  let points: ConvergencePoint[] | undefined = POINTS;
  before(async () => {
    solves = memorySolves();
    app = await startApp({
      deps: { ...solves.deps, workflowState: async () => state, convergence: async () => points },
    });
    ({ userId, token } = await addSignedIn(app.deps, 'ann'));
  });
  after(() => app.close());

  const read = (path: string) => app.call('GET', `/api/modules/analyst/solve${path}`, { token });

  it('is present while it runs, also for a client that waits for a change', async () => {
    const id = await solves.add({ userId, scenarioId: 's', payload: payload() });
    const detail = { ...SEARCHING.progress, convergence: POINTS };
    assert.deepEqual((await read(`/${id}/status`)).body.progress_detail, detail);
    assert.deepEqual((await read(`/${id}`)).body.progress_detail, detail);
    const waited = await app.call('GET', `/api/modules/analyst/solve/${id}/status`, {
      token,
      headers: { prefer: 'wait=0' },
    });
    assert.deepEqual(waited.body.progress_detail, detail);
    assert.equal(waited.headers.get('preference-applied'), 'wait=0');
    const { jobs } = (await read('')).body;
    assert.deepEqual(jobs[0].progress_detail, SEARCHING.progress, 'how far it is, without the curve');
  });

  it('is absent before the search, while nothing is on record, and afterwards', async () => {
    const running = await solves.add({ userId, scenarioId: 's', payload: payload() });
    points = undefined;
    assert.deepEqual((await read(`/${running}/status`)).body.progress_detail, SEARCHING.progress);
    points = POINTS;
    state = { ...SEARCHING, progress: NOT_STARTED };
    assert.deepEqual((await read(`/${running}/status`)).body.progress_detail, NOT_STARTED);
    const result = await solve('uc', payload());
    const jobId = await solves.add({ userId, scenarioId: 's', payload: payload(), result });
    assert.equal((await read(`/${jobId}/status`)).body.progress_detail, null);
  });
});
