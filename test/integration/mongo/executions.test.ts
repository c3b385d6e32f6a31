import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createExecutions,
  type ExecutionRecord,
  type Executions,
  executionIndexes,
} from '../../../mongo/executions.ts';
import type { ExecutionEnd } from '../../../temporal/case/messages/execution.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { anExecution, RESULTS } from '../../support/stores/an-execution.ts';
import { until } from '../../support/until.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-02T00:00:00Z');
const COMPLETED: ExecutionEnd = { status: 'completed', results: RESULTS };
const CANCELLED: ExecutionEnd = {
  status: 'cancelled',
  error: { code: 'CANCELLED', message: 'Cancelled on request', retryable: true },
};

describe('execution records', () => {
  let mongo: TestDatabase;
  let executions: Executions;
  before(async () => {
    mongo = await openTestDatabase([executionIndexes]);
    executions = createExecutions(mongo.db);
  });
  after(() => mongo.drop());

  const accepted = async (changes: Partial<ExecutionRecord> = {}): Promise<ExecutionRecord> => {
    const record = anExecution('u1', changes);
    await executions.accept(record);
    return record;
  };
  const finish = (id: string, end: ExecutionEnd) => executions.finish(id, end, LATER, LATER);

  it('come back as they were accepted, and are accepted once', async () => {
    const record = await accepted();
    assert.deepEqual(await executions.find(record._id), record);
    await executions.markRunning(record._id, NOW);
    await executions.accept(record);
    assert.equal((await executions.find(record._id))?.status, 'running');
    assert.equal(await executions.find(randomUUID()), null);
  });

  it('move from queued to running to their results, and keep the first start', async () => {
    const { _id } = await accepted();
    await executions.markRunning(_id, NOW);
    await executions.markRunning(_id, LATER);
    const ended = await finish(_id, COMPLETED);
    assert.deepEqual(
      [ended?.status, ended?.started_at, ended?.finished_at, ended?.error],
      ['completed', NOW, LATER, null],
    );
    assert.deepEqual(ended?.results, RESULTS);
    assert.deepEqual(ended?.expires_at, LATER);
  });

  it('have an error instead of results when they end without', async () => {
    const { _id } = await accepted();
    const ended = await finish(_id, CANCELLED);
    assert.deepEqual([ended?.status, ended?.results], ['cancelled', null]);
    assert.equal(ended?.error?.code, 'CANCELLED');
  });

  it('end once under racing writers, and the first end stays', async () => {
    const { _id } = await accepted();
    const ends = await Promise.all(
      Array.from({ length: 20 }, (_, i) => finish(_id, i % 2 === 0 ? COMPLETED : CANCELLED)),
    );
    const [winner, ...rest] = ends.filter((end) => end !== null);
    assert.deepEqual(rest, []);
    await executions.markRunning(_id, LATER);
    assert.equal((await executions.find(_id))?.status, winner?.status);
    assert.equal(await finish(randomUUID(), COMPLETED), null);
  });

  it('are listed by user, newest first, page by page', async () => {
    const userId = randomUUID();
    for (let i = 0; i < 5; i++) {
      await executions.accept(anExecution(userId, { submitted_at: new Date(NOW.getTime() + i) }));
    }
    const { executions: page, total } = await executions.list(userId, 2, 1);
    assert.equal(total, 5);
    assert.deepEqual(
      page.map(({ submitted_at }) => submitted_at.getTime() - NOW.getTime()),
      [3, 2],
    );
    assert.equal((await executions.list(userId, 10, 0, 'queued')).total, 5);
    assert.deepEqual(await executions.list(userId, 10, 0, 'failed'), { executions: [], total: 0 });
    assert.equal((await executions.list(randomUUID(), 10, 0)).total, 0);
  });

  it('are found by the sweep until somebody saw their workflow start, and in turn until they end', async () => {
    const old = new Date(0);
    const { _id } = await accepted({ submitted_at: old, checked_at: old });
    assert.ok((await executions.unstarted(NOW, 100)).includes(_id));
    executions.markWorkflowStarted(_id);
    await until(async () => !(await executions.unstarted(NOW, 100)).includes(_id));
    assert.ok((await executions.open(NOW, 100)).includes(_id));
    await finish(_id, COMPLETED);
    assert.ok(!(await executions.open(NOW, 100)).includes(_id));
  });
});
