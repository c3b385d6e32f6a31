/** An attempt at a solve after a lost attempt, on a real database. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import type { Engine, EngineRequest } from '../../../activities/engine/base/engine.ts';
import { finishJob } from '../../../activities/solve/finish-job.ts';
import { runSolver } from '../../../activities/solve/run-solver.ts';
import { certify } from '../../../activities/verifier/certify.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import { newJob } from '../../../mongo/jobs.ts';
import { createScenarioNeighbours } from '../../../mongo/scenario-neighbours.ts';
import { NOT_STARTED } from '../../../temporal/case/messages/job.ts';
import type { Heartbeat, RunSolverInput } from '../../../temporal/case/messages/solve-run.ts';
import type { Incumbent } from '../../../temporal/case/messages/warm-start.ts';
import { ATTEMPT_LOST } from '../../../temporal/failures.ts';
import { canonicalSha256 } from '../../../temporal/json/sha256.ts';
import { payload } from '../../support/cases/payloads.ts';
import { solve } from '../../support/engine/solve.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { QUIET } from '../../support/stack/quiet-runtime.ts';
import { recordDeps } from '../../support/stack/record-deps.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';
import { until } from '../../support/until.ts';

const LIMIT_S = 60;
const SPENT_S = 25;
const INCUMBENT: Incumbent = { commitment: { g1: [1, 1, 1], g2: [1, 1, 1] }, objective: 5000, bound: 4000 };

/** Heartbeat of an hour ago: the wait since then does not count as solve time. */
const previous: Heartbeat = {
  schema: 1,
  startedAt: new Date(Date.now() - 3_600_000).toISOString(),
  starts: 1,
  percent: 40,
  progress: { ...NOT_STARTED, phase: 'search', elapsed_s: SPENT_S },
};

describe('an attempt at a solve', function () {
  this.timeout(20_000);
  let mongo: TestDatabase;
  let temporal: TemporalForTests;
  before(async () => {
    [mongo, temporal] = await Promise.all([openTestDatabase(INDEXES), connectForTests()]);
  });
  after(() => Promise.all([mongo.drop(), temporal.close()]));

  const input = (changes: Partial<RunSolverInput> = {}): RunSolverInput => ({
    jobId: randomUUID(),
    userId: 'ann',
    jobType: 'uc',
    solver: 'highs',
    scenarioId: 'case',
    timeLimitS: LIMIT_S,
    mipGap: 0,
    finish: false,
    ...changes,
  });
  const depsOf = (engine: Engine, takeSlot: () => (() => void) | null = () => () => undefined) => ({
    ...recordDeps(mongo.db),
    neighbours: createScenarioNeighbours(mongo.db),
    engine,
    takeSlot,
  });
  /** Stores the job with its case; as running if there is a previous attempt. */
  async function accepted(run: RunSolverInput): Promise<void> {
    const { jobs, documents } = recordDeps(mongo.db);
    const { jobId: id, userId, timeLimitS: time_limit_s } = run;
    const request = {
      job_type: 'uc',
      solver: 'highs',
      scenario_id: 'case',
      time_limit_s,
      mip_gap: 0,
    } as const;
    await jobs.accept(newJob({ id, userId, ...request }, new Date()));
    if (run.previous) await jobs.markRunning(id, new Date(run.previous.startedAt));
    await documents.put('payload', id, payload());
  }
  const environment = () =>
    new MockActivityEnvironment(undefined, { client: temporal.client, logger: QUIET });

  /** Returns the request that the engine receives. */
  async function requestOf(run: RunSolverInput): Promise<EngineRequest> {
    const requests: EngineRequest[] = [];
    const deps = depsOf(async (request) => {
      requests.push(request);
      return solve('uc', payload());
    });
    await accepted(run);
    await deps.documents.put('incumbent', run.jobId, INCUMBENT);
    await environment().run(() => runSolver(deps, run));
    const [request] = requests;
    assert.ok(request);
    return request;
  }

  it('has the unused time of earlier attempts, regardless of its wait, and begins with the saved schedule', async () => {
    const { timeLimitS, start } = await requestOf(input({ previous }));
    assert.ok(Math.abs(timeLimitS - (LIMIT_S - SPENT_S)) < 2, `${timeLimitS} s`);
    assert.deepEqual(start, INCUMBENT);
  });

  it('has all of its time when it is repeatable', async () => {
    assert.equal((await requestOf(input({ previous, repeatable: true }))).timeLimitS, LIMIT_S);
  });

  it('takes over the result that a lost one had saved', async () => {
    const run = input({ previous });
    const deps = depsOf(() => assert.fail('it is solved already'));
    const result = await solve('uc', payload());
    await accepted(run);
    await deps.documents.put('result', run.jobId, result);
    const summary = await environment().run(() => runSolver(deps, run));
    assert.equal(Reflect.get(Object(summary), 'objectiveValue'), result.objective_value);
  });

  it('certifies the case that is stored, also in the spelling of an earlier version', async () => {
    const run = input();
    const older = payload();
    const generators = older.generators.map((unit) => ({
      ...unit,
      p_max_profile: new Array(3).fill(unit.p_max),
    }));
    const stored = { ...older, generators };
    const deps = depsOf(({ payload: requested }) => solve('uc', requested));
    await accepted(run);
    await deps.documents.put('payload', run.jobId, stored);
    await environment().run(() => runSolver(deps, run));
    const result = await deps.documents.get('result', run.jobId);
    assert.ok(result?.certificate?.verified);
    assert.equal(result.certificate.input_sha256, canonicalSha256(stored));
    assert.equal(certify(stored, 'uc', result).input_sha256, result.certificate.input_sha256);
  });

  it('saves its first schedule in a moment', async () => {
    const run = input();
    const deps = depsOf(async (_, watch) => {
      watch.onIncumbent(INCUMBENT);
      await until(async () => (await deps.documents.get('incumbent', run.jobId)) !== undefined);
      return solve('uc', payload());
    });
    await accepted(run);
    await environment().run(() => runSolver(deps, run));
  });

  it('writes the end of its job with the result; the next attempt finds both', async () => {
    const run = input();
    await accepted(run);
    const deps = depsOf(async () => solve('uc', payload()));
    const first = await environment().run(() => runSolver(deps, run));
    const job = await deps.jobs.find(run.jobId);
    assert.deepEqual([job?.status, job?.progress], ['completed', 100]);
    assert.equal(Reflect.get(Object(first), 'finishedAt'), job?.finished_at?.toISOString());
    const again = depsOf(() => assert.fail('it is solved already'));
    assert.deepEqual(await environment().run(() => runSolver(again, { ...run, previous })), first);
    const events = (await deps.audit.list({ userId: run.userId, limit: 100 })).filter(
      ({ details }) => details['job_id'] === run.jobId,
    );
    assert.deepEqual(
      events.map(({ event_type }) => event_type),
      ['solve_completed'],
    );
    const stored = await mongo.db.collection('documents').find({ job_id: run.jobId }).toArray();
    assert.ok(stored.length > 1 && stored.every(({ expires_at }) => expires_at > new Date()));
  });

  it('changes nothing when another was faster, though that one was asked for later', async () => {
    const run = input();
    await accepted(run);
    const fast = depsOf(async () => solve('uc', payload()));
    const slow = depsOf(async () => {
      const late = await solve('uc', payload());
      await environment().run(() => runSolver(fast, { ...run, previous }));
      return { ...late, total_cost_usd: -1, objective_value: -1 };
    });
    await environment().run(() => runSolver(slow, run));
    const job = await slow.jobs.find(run.jobId);
    assert.ok((job?.objective_value ?? -1) > 0);
    assert.equal((await slow.documents.get('result', run.jobId))?.objective_value, job?.objective_value);
  });

  it('leaves a job that was cancelled meanwhile to its workflow, and no result', async () => {
    const run = input();
    await accepted(run);
    const error = { code: 'CANCELLED', message: 'Cancelled on request', retryable: true } as const;
    const deps: ReturnType<typeof depsOf> = depsOf(async () => {
      await finishJob(deps, { ...run, end: { status: 'cancelled', error }, percent: 0 });
      return solve('uc', payload());
    });
    const summary = await environment().run(() => runSolver(deps, run));
    assert.equal(Reflect.get(Object(summary), 'finishedAt'), undefined);
    assert.equal((await deps.jobs.find(run.jobId))?.status, 'cancelled');
    assert.equal(await deps.documents.get('result', run.jobId), undefined);
  });

  it('leaves how its search went to the attempt that goes on, and the result has it all', async () => {
    const run = input();
    const progress = (incumbent: number | null, bound: number) => ({
      ...NOT_STARTED,
      phase: 'search' as const,
      incumbent,
      bound,
    });
    const first = depsOf(async (_, watch) => {
      watch.onProgress(progress(null, 4000));
      watch.onProgress(progress(9000, 4000));
      throw new Error('the process is lost');
    });
    await accepted(run);
    await assert.rejects(environment().run(() => runSolver(first, run)));
    const saved = await first.documents.get('convergence', run.jobId);
    assert.deepEqual(
      saved?.map(({ incumbent, bound }) => [incumbent, bound]),
      [
        [null, 4000],
        [9000, 4000],
      ],
    );

    const second = depsOf(async (_, watch) => {
      watch.onProgress(progress(null, 1000));
      watch.onProgress(progress(8000, 5000));
      return solve('uc', payload());
    });
    await environment().run(() => runSolver(second, { ...run, previous }));
    const result = await second.documents.get('result', run.jobId);
    assert.ok(result?.convergence);
    assert.deepEqual(
      result.convergence.map(({ incumbent, bound }) => [incumbent, bound]),
      [
        [null, 4000],
        [9000, 4000],
        [8000, 5000],
        [result.objective_value, result.lower_bound_usd],
      ],
    );
    assert.ok((result.convergence.at(-1)?.elapsed_s ?? 0) >= SPENT_S);
    assert.ok(result.solve_time_s >= SPENT_S, `${result.solve_time_s} s over both attempts`);
  });

  it('is handed back where all slots are taken, and has not begun', async () => {
    const run = input({ previous });
    const deps = depsOf(
      () => assert.fail('there is no slot'),
      () => null,
    );
    await assert.rejects(
      environment().run(() => runSolver(deps, run)),
      (error: unknown) =>
        error instanceof ApplicationFailure &&
        error.type === ATTEMPT_LOST &&
        error.nonRetryable === true &&
        Reflect.get(Object(error.details?.[0]), 'starts') === previous.starts,
    );
  });
});
