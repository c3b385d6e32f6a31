/** Start of a solve, read from a real database: a neighbour, the window before, or the job that it names. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createEngine } from '../../../activities/engine/processes/create-engine.ts';
import { createRecordActivities } from '../../../activities/index.ts';
import { findWarmStart } from '../../../activities/solve/find-warm-start.ts';
import { runSolver } from '../../../activities/solve/run-solver.ts';
import { INDEXES } from '../../../mongo/index-list.ts';
import { newRecord } from '../../../mongo/lifecycle.ts';
import { createScenarioNeighbours } from '../../../mongo/scenario-neighbours.ts';
import { SEED_NETWORKS } from '../../../mongo/seed/networks.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolveInput, SolveParent } from '../../../temporal/case/messages/solve-run.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import { payload } from '../../support/cases/payloads.ts';
import { solve } from '../../support/engine/solve.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { QUIET } from '../../support/stack/quiet-runtime.ts';
import { recordDeps } from '../../support/stack/record-deps.ts';
import { connectForTests, type TemporalForTests } from '../../support/stack/temporal.ts';
import { anExecution, SOLVED } from '../../support/stores/an-execution.ts';
import { anExperiment, aScenarioRun, aSolvedRun } from '../../support/stores/experiments.ts';

const anInput = (parent?: SolveParent): SolveInput => ({
  jobId: randomUUID(),
  userId: 'ann',
  jobType: 'uc',
  solver: 'highs',
  scenarioId: 'base',
  timeLimitS: 60,
  mipGap: 0,
  ...(parent && { parent }),
});

describe('the start of a solve', function () {
  this.timeout(20_000);
  let mongo: TestDatabase;
  let temporal: TemporalForTests;
  let deps: ReturnType<typeof recordDeps>;
  let neighbours: ReturnType<typeof createScenarioNeighbours>;
  let result: SolveResult;
  before(async () => {
    [mongo, temporal] = await Promise.all([openTestDatabase(INDEXES), connectForTests()]);
    deps = recordDeps(mongo.db);
    neighbours = createScenarioNeighbours(mongo.db);
    result = await solve('uc', payload());
  });
  after(() => Promise.all([mongo.drop(), temporal.close()]));

  const find = (input: SolveInput, casePayload: SolvePayload = payload()) =>
    findWarmStart({ ...deps, neighbours }, input, casePayload);

  describe('of a scenario', () => {
    const experiment = anExperiment();
    const id = experiment._id;
    const begin = (index: number) => find(anInput({ type: 'experiment', id, index }));
    const rowsOf = async () => (await deps.scenarioRuns.list(id, undefined, 100, 0)).rows;
    const at = (load: number) => ({ values: { load } });
    before(async () => {
      const rows = [
        aSolvedRun(experiment, 0, at(0.9)),
        aScenarioRun(experiment, 1, at(1)),
        aSolvedRun(experiment, 2, at(1.1)),
        aScenarioRun(experiment, 3, at(1.2)),
        aSolvedRun(experiment, 4, { ...at(1.19), termination_status: 'INFEASIBLE', objective_value: null }),
        aScenarioRun(experiment, 5, { ...at(1.2), solved_as: 3 }),
      ];
      await deps.scenarioRuns.accept(rows);
      for (const [index, { job_id }] of rows.entries()) {
        const commitment = { g1: [index, index, index] };
        await deps.documents.put('result', job_id, { ...result, commitment });
      }
    });

    it('is the schedule of the nearest that has one, and the rows that it answers say so', async () => {
      assert.deepEqual(await begin(3), { commitment: { g1: [2, 2, 2] } });
      assert.deepEqual(
        (await rowsOf()).map(({ warm_started_from }) => warm_started_from ?? null),
        [null, null, null, 2, null, 2],
      );
    });

    it('is the first in the matrix of two that are equally near, however often it is asked', async () => {
      assert.deepEqual(await begin(1), { commitment: { g1: [0, 0, 0] } });
      assert.deepEqual(await begin(1), { commitment: { g1: [0, 0, 0] } });
    });

    it('is one with other costs before one with another load', async () => {
      const [change] = experiment.changes;
      assert.ok(change);
      const targets = [
        { collection: 'generators', positions: [0], fields: ['marginal_cost', 'startup_cost'] },
      ] as const;
      const priced = anExperiment({ changes: [change, { ...change, name: 'fuel', targets }] });
      const rows = [
        aSolvedRun(priced, 0, { values: { load: 0.9, fuel: 1 } }),
        aSolvedRun(priced, 1, { values: { load: 1, fuel: 1.1 } }),
        aScenarioRun(priced, 2, { values: { load: 1, fuel: 1 } }),
      ];
      await deps.scenarioRuns.accept(rows);
      for (const { job_id } of rows) await deps.documents.put('result', job_id, result);
      const nearest = async () => {
        await find(anInput({ type: 'experiment', id: priced._id, index: 2 }));
        const run = await deps.scenarioRuns.list(priced._id, undefined, 100, 0);
        return run.rows[2]?.warm_started_from;
      };
      assert.equal(await nearest(), 0, 'of an experiment that is gone all variables are alike');
      await deps.experiments.accept(priced);
      assert.equal(await nearest(), 1);
    });

    it('is the start of the base while no other scenario has a schedule', async () => {
      const alone = anExperiment();
      await deps.scenarioRuns.accept([aScenarioRun(alone, 0, at(1))]);
      const input = anInput({ type: 'experiment', id: alone._id, index: 0 });
      assert.equal(await find(input), undefined);
      const options = { warm_start_job_id: 'gone' };
      assert.deepEqual(await find(input, payload({ options })), { commitment: null, jobId: 'gone' });
    });

    it('is forgotten when the scenario waits for another attempt', async () => {
      await deps.scenarioRuns.restart(id, 3, 2);
      assert.equal((await rowsOf())[3]?.warm_started_from, null);
    });
  });

  describe('of a window', () => {
    it('is the schedule of the window before, moved on, whenever it is prepared', async () => {
      const execution = anExecution('ann');
      const id = execution._id;
      const network = SEED_NETWORKS.find(({ network_id }) => network_id === 'demo-6bus')?.content();
      assert.ok(network);
      await deps.executions.accept(execution);
      await deps.documents.put('network', id, network);
      const activities = createRecordActivities(deps);
      const first = (await activities.prepareWindow({ executionId: id, index: 0 })).input;
      assert.ok(first);
      assert.equal(await find(first), undefined);
      const g1 = Array.from({ length: 48 }, (_, t) => Number(t >= 30));
      await deps.documents.put('result', first.jobId, { ...result, commitment: { g1 } });
      await deps.windows.close(id, 0, SOLVED);
      const second = (await activities.prepareWindow({ executionId: id, index: 1 })).input;
      assert.ok(second);
      const start = await find(second);
      assert.deepEqual(start, { commitment: { g1: [...g1.slice(24), ...g1.slice(24)] } });
      await activities.prepareWindow({ executionId: id, index: 1 });
      assert.deepEqual(await find(second), start);
    });
  });

  describe('that names a job', () => {
    const solvedJob = async (userId: string, schedule: Partial<SolveResult> = {}) => {
      const input = anInput();
      await deps.jobs.accept({
        ...newRecord(input.jobId, userId, new Date()),
        parent: null,
        job_type: 'uc',
        solver: 'highs',
        scenario_id: 'base',
        name: null,
        tags: [],
        time_limit_s: 60,
        mip_gap: 0,
        progress: 0,
        termination_status: null,
        objective_value: null,
      });
      await deps.documents.put('result', input.jobId, { ...result, ...schedule });
      return input.jobId;
    };
    const begin = (jobId: string) => find(anInput(), payload({ options: { warm_start_job_id: jobId } }));

    it('is the schedule of that job', async () => {
      const jobId = await solvedJob('ann');
      assert.deepEqual(await begin(jobId), { commitment: result.commitment, jobId });
    });

    it('includes the relaxation that the job has saved', async () => {
      const jobId = await solvedJob('ann');
      const relaxation = { columns: '01', rows: '12', pool: [3], limits: [] };
      await deps.documents.put('relaxation', jobId, relaxation);
      assert.deepEqual(await begin(jobId), { commitment: result.commitment, jobId, relaxation });
    });

    it('is the schedule and relaxation that the solve of that job saved', async () => {
      const jobId = await solvedJob('ann');
      await deps.documents.put('payload', jobId, payload());
      const engine = createEngine({ memoryMb: 256 });
      const run = { ...anInput(), jobId, repeatable: false, finish: false };
      const environment = new MockActivityEnvironment(undefined, { client: temporal.client, logger: QUIET });
      await environment.run(() =>
        runSolver({ ...deps, neighbours, engine, takeSlot: () => () => undefined }, run),
      );
      const { commitment, relaxation } = (await begin(jobId)) ?? {};
      assert.deepEqual(commitment, result.commitment);
      assert.match(relaxation?.columns ?? '', /^[0-3]+$/);
      const [ownStart, others] = await Promise.all(
        [payload(), payload({ horizon: 2 })].map((casePayload) =>
          solve('uc', casePayload, { warmStart: { commitment: null, ...(relaxation && { relaxation }) } }),
        ),
      );
      assert.deepEqual(
        [ownStart?.objective_value, others?.certificate?.verified],
        [result.objective_value, true],
      );
    });

    it('is nothing if that job belongs to another user, or has no schedule', async () => {
      for (const jobId of [await solvedJob('bob'), await solvedJob('ann', { objective_value: null })]) {
        assert.deepEqual(await begin(jobId), { commitment: null, jobId });
      }
    });
  });
});
