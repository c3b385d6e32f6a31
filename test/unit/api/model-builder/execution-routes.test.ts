/** Lists, status and cancellation of executions that MongoDB, Temporal or both know. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type ExecutionRecord, toExecutionInput } from '../../../../mongo/executions.ts';
import { chainKey, REAL_TIME } from '../../../../mongo/window-chains.ts';
import type { ExecutionState } from '../../../../temporal/case/messages/execution.ts';
import { addSignedIn, tokenOf } from '../../../support/callers/accounts.ts';
import { startApp, type TestApp } from '../../../support/stack/app.ts';
import { anExecution, RESULTS, SOLVED, TOTALS, UNSOLVED } from '../../../support/stores/an-execution.ts';
import { type MemoryModelBuilder, memoryModelBuilder } from '../../../support/stores/memory-model-builder.ts';

const STARTED = new Date('2026-03-01T10:00:00Z');
const FINISHED = new Date('2026-03-01T10:05:00Z');
const ERROR = { code: 'SOLVER_ERROR', message: 'No', retryable: false } as const;
const RUNNING: ExecutionState = {
  status: 'running',
  startedAt: STARTED.toISOString(),
  finishedAt: null,
  error: null,
};

describe('executions', () => {
  let app: TestApp;
  let memory: MemoryModelBuilder;
  let token: string;
  let userId: string;
  beforeEach(async () => {
    memory = memoryModelBuilder();
    app = await startApp({ deps: memory.deps });
    ({ userId, token } = await addSignedIn(app.deps, 'owner'));
  });
  afterEach(() => app.close());

  const call = (method: string, path: string, options = {}) =>
    app.call(method, `/api/model-builder/executions${path}`, { token, ...options });
  const put = (changes: Partial<ExecutionRecord> = {}): string => {
    const record = anExecution(userId, changes);
    memory.executions.set(record._id, record);
    return record._id;
  };
  const running = (changes: Partial<ExecutionRecord> = {}, state: Partial<ExecutionState> = {}): string => {
    const id = put({ workflow_started: true, ...changes });
    memory.states.set(id, { ...RUNNING, ...state });
    const record = memory.executions.get(id);
    if (record?.workflow_started) memory.started.push(toExecutionInput(record));
    return id;
  };
  const solveDays = (execution_id: string, days: number, outcome = SOLVED) => {
    for (let index = 0; index < days; index++) {
      const _id = `${execution_id}/${index}`;
      const window = {
        _id,
        execution_id,
        index,
        start_hour: 24 * index,
        kept_hours: 24,
        job_id: randomUUID(),
      };
      memory.windows.push({ ...window, outcome });
    }
  };
  const completed = () =>
    put({ status: 'completed', started_at: STARTED, finished_at: FINISHED, results: RESULTS });

  it('are listed newest first, page by page, the own ones only', async () => {
    const ids = [put(), put(), completed()].reverse();
    memory.executions.set('other', anExecution(randomUUID()));
    const { body } = await call('GET', '');
    assert.equal(body.total, 3);
    assert.deepEqual(
      body.executions.map((execution: { execution_id: string }) => execution.execution_id),
      ids,
    );
    assert.deepEqual(body.executions[0], {
      execution_id: ids[0],
      status: 'completed',
      pcm_model_id: 'pcm-rolling',
      network_id: 'demo-6bus',
      start_time: null,
      horizon: 72,
      total_cost_usd: 1000,
      largest_mip_gap: null,
      windows_total: 3,
      outcome: null,
      outcome_causes: [],
      windows_solved: 0,
      windows_unsolved: 0,
      created_at: memory.executions.get(ids[0] ?? '')?.submitted_at.toISOString(),
      finished_at: FINISHED.toISOString(),
    });
    const page = (await call('GET', '?limit=1&offset=1')).body;
    assert.deepEqual([page.executions.length, page.executions[0].execution_id], [1, ids[1]]);
    assert.equal((await call('GET', '?status=completed')).body.total, 1);
    assert.deepEqual((await call('GET', '?status=failed')).body, { executions: [], total: 0 });
    for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?limit=x', '?status=done']) {
      assert.equal((await call('GET', query)).status, 422, query);
    }
  });

  it('tell everything of a completed one from MongoDB alone', async () => {
    memory.temporalIsDown = true;
    const id = completed();
    solveDays(id, 3);
    const { status, body } = await call('GET', `/${id}`);
    assert.equal(status, 200);
    assert.deepEqual(body.results, RESULTS);
    assert.deepEqual(
      [body.status, body.progress, body.windows_done, body.windows_total, body.error],
      ['completed', 100, 3, 3, null],
    );
    assert.deepEqual([body.started_at, body.finished_at], [STARTED.toISOString(), FINISHED.toISOString()]);
    const { solver, options } = anExecution(userId);
    assert.deepEqual([body.solver, body.options], [solver, options]);
    assert.equal(app.lines.filter(({ level }) => level === 40).length, 0);
  });

  describe('have an outcome beside their status', () => {
    const outcomeOf = async (id: string) => {
      const { body } = await call('GET', `/${id}`);
      const { outcome, outcome_causes, windows_solved, windows_unsolved } = body;
      const listed = (await call('GET', '')).body.executions[0];
      assert.equal(listed.largest_mip_gap, windows_solved > 0 ? 0 : null);
      assert.deepEqual(
        [listed.outcome, listed.outcome_causes, listed.windows_solved, listed.windows_unsolved],
        [outcome, outcome_causes, windows_solved, windows_unsolved],
      );
      return [outcome, outcome_causes, windows_solved, windows_unsolved];
    };

    it('that is solved only when every day has a schedule', async () => {
      const id = completed();
      solveDays(id, 3);
      assert.deepEqual(await outcomeOf(id), ['solved', [], 3, 0]);
    });

    it('that is unsolved when no day has one, however completed the run', async () => {
      const id = completed();
      solveDays(id, 3, UNSOLVED);
      assert.deepEqual(await outcomeOf(id), ['unsolved', ['TIMEOUT'], 0, 3]);
    });

    it('that is partly solved when it ended early, with the reason of its end', async () => {
      const id = put({ status: 'failed', error: ERROR, finished_at: FINISHED });
      solveDays(id, 2);
      assert.deepEqual(await outcomeOf(id), ['partly_solved', ['No'], 2, 0]);
    });

    it('that is not there while it runs, when the days so far are counted', async () => {
      const id = running({ status: 'running' });
      solveDays(id, 2);
      assert.deepEqual(await outcomeOf(id), [null, [], 2, 0]);
    });

    it('that is partly solved where hours of real time have no schedule', async () => {
      const options = { horizon: 2, include_reserves: false, real_time: {} };
      const id = put({ status: 'completed', finished_at: FINISHED, results: RESULTS, windows: 1, options });
      solveDays(id, 1);
      solveDays(chainKey(id, REAL_TIME), 2, UNSOLVED);
      assert.deepEqual(await outcomeOf(id), ['partly_solved', ['TIMEOUT in real time'], 1, 0]);
    });
  });

  it('have the progress of their workflow', async () => {
    const id = running();
    solveDays(id, 2);
    const { body } = await call('GET', `/${id}`);
    assert.deepEqual(
      [body.status, body.progress, body.windows_done, body.started_at, body.results],
      ['running', 66, 2, STARTED.toISOString(), null],
    );
  });

  it('count their solved days when Temporal is away', async () => {
    const id = running({ status: 'running' });
    solveDays(id, 1);
    memory.temporalIsDown = true;
    const { body } = await call('GET', `/${id}`);
    assert.deepEqual([body.status, body.windows_done, body.progress], ['running', 1, 33]);
    assert.ok(app.lines.some(({ msg }) => msg === 'status answered without Temporal'));
  });

  it('wait until their workflow is known', async () => {
    const { body } = await call('GET', `/${put()}`);
    assert.deepEqual([body.status, body.progress, body.started_at], ['queued', 0, null]);
  });

  it('say why they failed, in the words of the record before those of the workflow', async () => {
    const failedId = put({ status: 'failed', error: ERROR, finished_at: FINISHED });
    assert.deepEqual((await call('GET', `/${failedId}`)).body.error, ERROR);
    const { body } = await call('GET', `/${running({}, { status: 'failed', error: ERROR })}`);
    assert.deepEqual([body.status, body.error], ['failed', ERROR]);
  });

  it('answer a patient reader at the next change', async () => {
    const id = running();
    const prefer = { headers: { Prefer: 'wait=10' } };
    const waiting = call('GET', `/${id}`, prefer);
    setTimeout(() => memory.states.set(id, { ...RUNNING, status: 'cancelled' }), 50);
    const { body, headers } = await waiting;
    assert.equal(body.status, 'cancelled');
    assert.equal(headers.get('preference-applied'), 'wait=10');
  });

  it('of other users are missing, except for administrators, who read them', async () => {
    const id = completed();
    const other = { token: await tokenOf(app.deps) };
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['GET', `/${id}/days`],
      ['DELETE', `/${id}`],
      ['GET', '/nothing'],
    ] as const) {
      const { status, body } = await call(method, path, other);
      assert.deepEqual([status, body.detail], [404, 'Execution not found'], path);
    }
    const admin = { token: await tokenOf(app.deps, 'admin') };
    assert.equal((await call('GET', `/${id}`, admin)).status, 200);
  });

  describe('day by day', () => {
    it('list the outcome of each solve so far, in order', async () => {
      const id = running();
      solveDays(id, 2);
      const { body } = await call('GET', `/${id}/days`);
      assert.equal(body.total, 2);
      assert.deepEqual(body.days[1], {
        day: 2,
        start_hour: 24,
        start_time: null,
        hours: 24,
        job_id: memory.windows[1]?.job_id,
        termination_status: 'OPTIMAL',
        solve_time_s: 0.5,
        mip_gap: 0,
        message: null,
        totals: TOTALS,
        hourly: SOLVED.hourly,
      });
    });

    it('of a run older than their hours have none', async () => {
      const id = running();
      solveDays(id, 1);
      const [day] = memory.windows;
      assert.ok(day);
      const { hourly: _, ...outcome } = SOLVED;
      memory.windows[0] = { ...day, outcome };
      assert.equal((await call('GET', `/${id}/days`)).body.days[0].hourly, null);
    });

    it('say why a day has no schedule, and so no totals', async () => {
      const id = running();
      solveDays(id, 1);
      const [day] = memory.windows;
      assert.ok(day);
      const nothing = { mip_gap: null, totals: null, state: null, message: 'Too little capacity' };
      const outcome = { ...SOLVED, ...nothing, termination_status: 'INFEASIBLE' } as const;
      memory.windows[0] = { ...day, outcome };
      const { body } = await call('GET', `/${id}/days`);
      const [{ termination_status, totals, message }] = body.days;
      assert.deepEqual([termination_status, totals, message], ['INFEASIBLE', null, 'Too little capacity']);
    });

    it('come page by page, a month by default and a year at most', async () => {
      const id = running({ windows: 40 });
      solveDays(id, 40);
      const days = async (query: string) =>
        (await call('GET', `/${id}/days${query}`)).body.days.map(({ day }: { day: number }) => day);
      assert.equal((await days('')).length, 31);
      assert.equal((await days('?limit=366')).length, 40);
      assert.deepEqual(await days('?limit=2&offset=39'), [40]);
      for (const query of ['?limit=367', '?limit=0', '?offset=-1']) {
        assert.equal((await call('GET', `/${id}/days${query}`)).status, 422, query);
      }
    });
  });

  describe('on DELETE', () => {
    it('are cancelled through their workflow', async () => {
      const id = running();
      const { status, body } = await call('DELETE', `/${id}`);
      assert.deepEqual([status, body.execution_id, body.status], [202, id, 'running']);
      assert.deepEqual(memory.cancelled, [id]);
      assert.equal(memory.started.length, 1);
    });
  });
});
