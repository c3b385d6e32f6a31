import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { chainKey } from '../../../mongo/window-chains.ts';
import {
  createWindows,
  type WindowRecord,
  type Windows,
  windowIndexes,
  windowPartIndexes,
} from '../../../mongo/windows.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { SOLVED } from '../../support/stores/an-execution.ts';

const partOf = (settlement_residual_usd: number) => ({
  days: [],
  load_mw: [1.5, 2],
  average_lmp_usd_per_mwh: [null, 20],
  settlement_residual_usd,
});
const UNSOLVED = {
  ...SOLVED,
  termination_status: 'INFEASIBLE',
  mip_gap: null,
  totals: null,
  state: null,
  message: 'No',
} as const;

describe('windows', () => {
  let mongo: TestDatabase;
  let windows: Windows;
  let executionId: string;
  before(async () => {
    mongo = await openTestDatabase([windowIndexes, windowPartIndexes]);
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

  it('are opened once: a later caller gets the job of the first', async () => {
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

  it('are counted by how they ended, chain by chain, open ones not', async () => {
    await solve(0, 1);
    await open(2);
    await windows.close(executionId, 2, UNSOLVED);
    await open(3);
    const other = randomUUID();
    const ended = await windows.ended([executionId, other]);
    assert.deepEqual([...ended.keys()], [executionId]);
    assert.deepEqual(
      ended.get(executionId)?.toSorted((a, b) => b.parts - a.parts),
      [
        { parts: 2, outcome: 'solved', cause: SOLVED.termination_status, gap: SOLVED.mip_gap },
        { parts: 1, outcome: 'unsolved', cause: UNSOLVED.termination_status, gap: null },
      ],
    );
  });

  it('of one execution are apart from those of another', async () => {
    await solve(0);
    assert.equal(await windows.countClosed(randomUUID()), 0);
  });

  it('expire together', async () => {
    await solve(0, 1);
    const at = new Date(Date.now() + 3_600_000);
    await windows.expire(executionId, 'ann', at);
    for (const index of [0, 1]) {
      assert.deepEqual((await windows.find(executionId, index))?.expires_at, at);
    }
  });

  it('leave a part each, in order, which is replaced and expires with them', async () => {
    for (const index of [10, 0, 2]) await windows.putPart(executionId, index, partOf(index));
    await windows.putPart(executionId, 2, partOf(2.5));
    await windows.putPart(randomUUID(), 1, partOf(1));
    const storedParts: unknown[] = [];
    for await (const stored of windows.parts(executionId)) storedParts.push(stored);
    assert.deepEqual(storedParts, [
      { index: 0, part: partOf(0) },
      { index: 2, part: partOf(2.5) },
      { index: 10, part: partOf(10) },
    ]);
    const at = new Date(Date.now() + 3_600_000);
    await windows.expire(executionId, 'ann', at);
    await windows.putPart(executionId, 3, partOf(3), at);
    const parts = mongo.db.collection('window_parts').find({ execution_id: executionId });
    assert.deepEqual(
      (await parts.toArray()).map(({ expires_at }) => expires_at),
      [at, at, at, at],
    );
  });

  it('have heads without the series of units and the carried state', async () => {
    await solve(1, 0);
    await open(2);
    const heads = await windows.heads(executionId);
    const { generation_mwh: _, starts: __, ...totals } = SOLVED.totals ?? {};
    const { state: ___, hourly: ____, ...outcome } = SOLVED;
    assert.deepEqual(
      heads.map(({ index }) => index),
      [0, 1],
    );
    assert.deepEqual(heads[0]?.outcome, { ...outcome, totals });
  });

  it('take over the solved windows of a chain of the run only', async () => {
    const executionId = randomUUID();
    const chain = chainKey(executionId, 'month-2');
    for (const index of [2, 3, 4, 6]) {
      await windows.open({
        execution_id: chain,
        index,
        start_hour: 24 * index,
        kept_hours: 24,
        job_id: `job-${index}`,
      });
      await windows.close(chain, index, SOLVED);
      await windows.putPart(chain, index, partOf(index));
    }
    for (const _ of ['once', 'again']) assert.equal(await windows.takeOver(executionId, chain, 3, 9), 2);
    const { windows: ownWindows } = await windows.list(executionId, 10, 0);
    assert.deepEqual(
      ownWindows.map(({ _id, index, job_id }) => [_id, index, job_id]),
      [3, 4].map((index) => [`${executionId}/${index}`, index, `job-${index}`]),
    );
    const parts = [];
    for await (const { index } of windows.parts(executionId)) parts.push(index);
    assert.deepEqual(parts, [3, 4]);
    assert.equal(await windows.takeOver(executionId, chain, 5, 9), 0);
    assert.deepEqual(await windows.countOfChains([{ key: chain, first: 3 }]), new Map([[chain, 3]]));
    const at = new Date(Date.now() + 60_000);
    await windows.expire(executionId, 'ann', at);
    assert.deepEqual((await windows.find(chain, 6))?.expires_at, at);
  });
});
