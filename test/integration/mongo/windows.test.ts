import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createWindows, type WindowRecord, type Windows, windowIndexes } from '../../../mongo/windows.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { SOLVED } from '../../support/stores/an-execution.ts';

const UNSOLVED = {
  ...SOLVED,
  termination_status: 'INFEASIBLE',
  totals: null,
  state: null,
  message: 'No',
} as const;

describe('windows', () => {
  let mongo: TestDatabase;
  let windows: Windows;
  let executionId: string;
  before(async () => {
    mongo = await openTestDatabase([windowIndexes]);
    windows = createWindows(mongo.db);
  });
  after(() => mongo.drop());
  beforeEach(() => {
    executionId = randomUUID();
  });

  const open = (index: number, jobId = randomUUID()): Promise<WindowRecord> =>
    windows.open({
      execution_id: executionId,
      index,
      start_hour: 24 * index,
      kept_hours: 24,
      job_id: jobId,
    });
  const solve = async (...indices: number[]) => {
    for (const index of indices) {
      await open(index);
      await windows.close(executionId, index, SOLVED);
    }
  };

  it('are opened once: who comes later learns the job of the first', async () => {
    const opened = await Promise.all(Array.from({ length: 10 }, () => open(0)));
    assert.equal(new Set(opened.map(({ job_id }) => job_id)).size, 1);
    assert.deepEqual(await windows.find(executionId, 0), opened[0]);
    assert.equal(opened[0]?.outcome, null);
    assert.equal(await windows.find(executionId, 1), null);
  });

  it('are closed once, and hand on the state they ended in', async () => {
    await solve(0);
    await windows.close(executionId, 0, UNSOLVED);
    assert.deepEqual((await windows.find(executionId, 0))?.outcome, SOLVED);
    await open(0);
    assert.deepEqual((await windows.find(executionId, 0))?.outcome?.state, SOLVED.state);
  });

  it('count and are listed when they are closed, in order, page by page', async () => {
    await solve(2, 0, 10, 1);
    await open(3);
    assert.equal(await windows.countClosed(executionId), 4);
    const { windows: page, total } = await windows.list(executionId, 2, 1);
    assert.deepEqual([total, ...page.map(({ index }) => index)], [4, 1, 2]);
    const all = [];
    for await (const { index } of windows.all(executionId)) all.push(index);
    assert.deepEqual(all, [0, 1, 2, 10]);
  });

  it('of one execution are apart from those of another', async () => {
    await solve(0);
    assert.equal(await windows.countClosed(randomUUID()), 0);
  });

  it('expire together', async () => {
    await solve(0, 1);
    const at = new Date(Date.now() + 3_600_000);
    await windows.expire(executionId, at);
    for (const index of [0, 1]) {
      assert.deepEqual((await windows.find(executionId, index))?.expires_at, at);
    }
  });
});
