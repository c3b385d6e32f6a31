import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { partJobId } from '../../../mongo/derived-ids.ts';
import {
  createScenarioRuns,
  type ScenarioOutcome,
  type ScenarioRunRecord,
  type ScenarioRuns,
  scenarioRunIndexes,
  WAITING,
} from '../../../mongo/scenario-runs.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { aScenarioRun, FIGURES } from '../../support/stores/experiments.ts';

const AT = new Date('2026-01-01T00:00:00Z');
const EXPIRY = new Date('2099-01-01T00:00:00Z');
const SOLVED: ScenarioOutcome = {
  status: 'completed',
  termination_status: 'OPTIMAL',
  objective_value: 5,
  mip_gap: 0,
  figures: FIGURES,
  error: null,
  finished_at: AT,
};
const IN_PART: ScenarioOutcome = {
  ...SOLVED,
  run_figures: {
    penaltyUsd: 0,
    unservedMwh: 0,
    unservedHours: 0,
    unservedDays: 0,
    co2T: null,
    unsolvedWindows: 2,
  },
};
const FAILED: ScenarioOutcome = {
  ...WAITING,
  status: 'failed',
  error: { code: 'SOLVER_ERROR', message: 'no basis', retryable: true },
  finished_at: AT,
};
const CANCELLED: ScenarioOutcome = {
  ...FAILED,
  status: 'cancelled',
  error: { code: 'CANCELLED', message: 'Cancelled on request', retryable: true },
};

describe('the scenarios of experiments', () => {
  let mongo: TestDatabase;
  let runs: ScenarioRuns;
  let id: string;
  before(async () => {
    mongo = await openTestDatabase([scenarioRunIndexes]);
    runs = createScenarioRuns(mongo.db);
  });
  after(() => mongo.drop());

  /** Four scenarios, the third identical to the first; another experiment has the same ones. */
  beforeEach(async () => {
    id = randomUUID();
    await runs.accept([...four(id), ...four(randomUUID())]);
  });

  const four = (experiment: string): ScenarioRunRecord[] =>
    [0, 1, 2, 3].map((index) =>
      aScenarioRun({ _id: experiment }, index, { solved_as: index === 2 ? 0 : null }),
    );
  const read = async (): Promise<ScenarioRunRecord[]> => {
    const rows: ScenarioRunRecord[] = [];
    for await (const row of runs.all(id)) rows.push(row);
    return rows;
  };
  const statuses = async () => (await read()).map(({ status }) => status);
  const indices = (rows: readonly ScenarioRunRecord[]) => rows.map(({ index }) => index);

  it('are read in the order of the matrix as they were accepted, names with dots included', async () => {
    const other = randomUUID();
    const values = { 'generators.G1.p_max': 120, solver: 'auto' };
    const rows = [11, 2, 0].map((index) => aScenarioRun({ _id: other }, index, { values }));
    await runs.accept(rows);
    const { rows: stored } = await runs.list(other, undefined, 10, 0);
    assert.deepEqual(stored, [...rows].reverse());
  });

  it('are accepted once: a repeated acceptance adds missing ones and changes nothing', async () => {
    await runs.finish(id, 1, SOLVED);
    await runs.accept([...(await four(id)), aScenarioRun({ _id: id }, 4)]);
    assert.deepEqual(await statuses(), ['queued', 'completed', 'queued', 'queued', 'queued']);
    await runs.accept([]);
    assert.equal((await read()).length, 5);
  });

  it('wait to be solved after a position, except those without a solve of their own', async () => {
    assert.deepEqual(indices(await runs.unfinished(id, -1, 10)), [0, 1, 3]);
    assert.deepEqual(indices(await runs.unfinished(id, 0, 1)), [1]);
    await runs.markRunning(id, 0);
    await runs.finish(id, 1, FAILED);
    assert.deepEqual(indices(await runs.unfinished(id, -1, 10)), [0, 3]);
  });

  it('that are identical are counted, started and ended together', async () => {
    assert.equal(await runs.countAlike(id, 0), 2);
    assert.equal(await runs.countAlike(id, 1), 1);
    await runs.markRunning(id, 0);
    assert.deepEqual(await statuses(), ['running', 'queued', 'running', 'queued']);
    await runs.finish(id, 0, SOLVED);
    assert.deepEqual(await statuses(), ['completed', 'queued', 'completed', 'queued']);
    const [first, , same] = await read();
    for (const row of [first, same]) {
      assert.equal(row?.objective_value, 5);
      assert.deepEqual(row.figures, FIGURES);
      assert.deepEqual(row.finished_at, AT);
    }
  });

  it('keep their first end, whichever writer comes second', async () => {
    await runs.finish(id, 1, FAILED);
    await runs.finish(id, 1, SOLVED);
    await runs.markRunning(id, 1);
    const row = (await read())[1];
    assert.equal(row?.status, 'failed');
    assert.equal(row.error?.message, 'no basis');
    assert.equal(row.figures, null);
  });

  it('that are still open end together with their experiment, and only they', async () => {
    await runs.finish(id, 0, SOLVED);
    await runs.markRunning(id, 1);
    await runs.finishOpen(id, CANCELLED);
    assert.deepEqual(await statuses(), ['completed', 'cancelled', 'completed', 'cancelled']);
  });

  it('without an answer are known to the attempts after theirs', async () => {
    await runs.finish(id, 0, FAILED);
    await runs.finish(id, 1, CANCELLED);
    await runs.finish(id, 3, SOLVED);
    assert.deepEqual(indices(await runs.unanswered(id, 2)), [0, 1]);
    assert.deepEqual(await runs.unanswered(id, 1), []);
  });

  it('wait again with another solve, once per attempt, identical ones with them', async () => {
    await runs.finish(id, 0, FAILED);
    await runs.restart(id, 0, 2);
    await runs.finish(id, 0, FAILED);
    await runs.restart(id, 0, 2);
    assert.equal((await read())[0]?.status, 'failed');
    await runs.restart(id, 0, 3);
    const [first, other, same] = await read();
    for (const row of [first, same]) {
      assert.equal(row?.job_id, partJobId(id, 0, 3));
      assert.equal(row.attempt, 3);
      assert.deepEqual([row.status, row.error, row.finished_at], ['queued', null, null]);
    }
    assert.equal(same?.solved_as, 0);
    assert.equal(other?.attempt, 1);
    assert.deepEqual(indices(await runs.unfinished(id, -1, 1)), [0]);
  });

  it('are counted by status, with zeros', async () => {
    await runs.finish(id, 0, SOLVED);
    await runs.finish(id, 1, FAILED);
    const { counts } = await runs.tally(id);
    assert.deepEqual(counts, { queued: 1, running: 0, completed: 2, failed: 1, cancelled: 0 });
    const none = { queued: 0, running: 0, completed: 0, failed: 0, cancelled: 0 };
    assert.deepEqual(await runs.tally(randomUUID()), { counts: none, ended: [] });
  });

  it('are counted by outcome: completed is not solved', async () => {
    const infeasible = { ...SOLVED, termination_status: 'INFEASIBLE', objective_value: null } as const;
    await runs.finish(id, 0, infeasible);
    await runs.finish(id, 1, FAILED);
    await runs.finish(id, 3, IN_PART);
    const { ended } = await runs.tally(id);
    assert.deepEqual(ended.map(({ parts, outcome, cause }) => `${parts} ${outcome} ${cause}`).sort(), [
      '1 partly_solved solved in part',
      `1 unsolved ${FAILED.error?.code}`,
      '2 unsolved INFEASIBLE',
    ]);
  });

  it('are listed in pages, of one status or of all, with the total', async () => {
    await runs.finish(id, 0, SOLVED);
    const completed = await runs.list(id, 'completed', 1, 1);
    assert.deepEqual([indices(completed.rows), completed.total], [[2], 2]);
    const all = await runs.list(id, undefined, 2, 1);
    assert.deepEqual([indices(all.rows), all.total], [[1, 2], 4]);
  });

  it('come in order however many they are, over as many batches as it takes', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => aScenarioRun({ _id: id }, 999 - index));
    await runs.accept(rows);
    assert.deepEqual(
      indices(await read()),
      rows.map((_, index) => index),
    );
  });

  it('of one experiment expire together', async () => {
    await runs.expire(id, EXPIRY);
    for (const { expires_at } of await read()) assert.deepEqual(expires_at, EXPIRY);
    assert.equal(await mongo.db.collection('scenario_runs').countDocuments({ expires_at: EXPIRY }), 4);
  });
});
