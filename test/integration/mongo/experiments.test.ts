import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  createExperiments,
  type ExperimentRecord,
  type Experiments,
  experimentIndexes,
} from '../../../mongo/experiments.ts';
import type { ExperimentEnd } from '../../../temporal/case/messages/experiment-run.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { anExperiment } from '../../support/stores/experiments.ts';
import { until } from '../../support/until.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const LATER = new Date('2026-01-02T00:00:00Z');
const EXPIRY = new Date('2099-01-01T00:00:00Z');
const COMPLETED: ExperimentEnd = { status: 'completed' };
const CANCELLED: ExperimentEnd = {
  status: 'cancelled',
  error: { code: 'CANCELLED', message: 'Cancelled on request', retryable: true },
};
const QUEUED: Partial<ExperimentRecord> = {
  status: 'queued',
  submitted_at: NOW,
  started_at: null,
  finished_at: null,
  workflow_started: false,
  checked_at: NOW,
};

describe('experiment records', () => {
  let mongo: TestDatabase;
  let experiments: Experiments;
  before(async () => {
    mongo = await openTestDatabase([experimentIndexes]);
    experiments = createExperiments(mongo.db);
  });
  after(() => mongo.drop());

  const accepted = async (changes: Partial<ExperimentRecord> = {}): Promise<ExperimentRecord> => {
    const record = anExperiment({ ...QUEUED, ...changes });
    await experiments.accept(record);
    return record;
  };
  const ended = async (end: ExperimentEnd): Promise<ExperimentRecord> => {
    const { _id } = await accepted();
    const record = await experiments.finish(_id, end, LATER, EXPIRY);
    assert.ok(record);
    return record;
  };

  it('are found as they were accepted, names with dots included', async () => {
    const path = 'generators.G1.p_max';
    const record = await accepted({
      scenario_matrix: {
        method: 'list',
        variables: [{ name: path, type: 'discrete', values: [1, 2] }],
        scenarios: [{ [path]: 1 }, {}],
      },
    });
    assert.deepEqual(await experiments.find(record._id), record);
    assert.equal(await experiments.find(randomUUID()), null);
  });

  it('are accepted once: a repeated acceptance changes nothing', async () => {
    const record = await accepted();
    await experiments.markRunning(record._id, LATER);
    await experiments.accept(record);
    assert.equal((await experiments.find(record._id))?.status, 'running');
  });

  it('are listed to their owner, newest first, in pages with the total', async () => {
    const user_id = randomUUID();
    for (let i = 0; i < 5; i++) await accepted({ user_id, submitted_at: new Date(NOW.getTime() + i) });
    const page = await experiments.list(user_id, 2, 1);
    assert.equal(page.total, 5);
    assert.deepEqual(
      page.experiments.map(({ submitted_at }) => submitted_at.getTime() - NOW.getTime()),
      [3, 2],
    );
    assert.equal((await experiments.list(user_id, 2, 0, 'queued')).total, 5);
    assert.deepEqual(await experiments.list(user_id, 2, 0, 'failed'), { experiments: [], total: 0 });
    assert.deepEqual(await experiments.list(randomUUID(), 2, 0), { experiments: [], total: 0 });
  });

  it('move from queued to running to an end, and keep the first start', async () => {
    const { _id } = await accepted();
    await experiments.markRunning(_id, NOW);
    await experiments.markRunning(_id, LATER);
    const record = await experiments.finish(_id, COMPLETED, LATER, EXPIRY);
    assert.equal(record?.status, 'completed');
    assert.equal(record.error, null);
    assert.deepEqual([record.started_at, record.finished_at, record.expires_at], [NOW, LATER, EXPIRY]);
    assert.equal(await experiments.finish(randomUUID(), COMPLETED, LATER, EXPIRY), null);
  });

  it('keep their first end and its reason, whoever comes second', async () => {
    const { _id } = await ended(CANCELLED);
    assert.equal(await experiments.finish(_id, COMPLETED, NOW, NOW), null);
    await experiments.markRunning(_id, LATER);
    const after = await experiments.find(_id);
    assert.deepEqual([after?.status, after?.error?.code], ['cancelled', 'CANCELLED']);
    assert.deepEqual([after?.finished_at, after?.expires_at], [LATER, EXPIRY]);
  });

  it('hold on to their base only while they are open, and only to that of their owner', async () => {
    const user_id = randomUUID();
    const { _id } = await accepted({ user_id, base_scenario_id: 'mine' });
    assert.equal(await experiments.usesScenario(user_id, 'mine'), true);
    assert.equal(await experiments.usesScenario(user_id, 'other'), false);
    assert.equal(await experiments.usesScenario(randomUUID(), 'mine'), false);
    await experiments.markRunning(_id, NOW);
    assert.equal(await experiments.usesScenario(user_id, 'mine'), true);
    await experiments.finish(_id, COMPLETED, LATER, EXPIRY);
    assert.equal(await experiments.usesScenario(user_id, 'mine'), false);
  });

  it('start again as if accepted at that moment, and no longer expire', async () => {
    const before = await ended(CANCELLED);
    const after = await experiments.restart(before, 3, NOW);
    const { expires_at: _, ...kept } = before;
    assert.deepEqual(after, {
      ...kept,
      ...QUEUED,
      error: null,
      checked_at: NOW,
      attempt: 2,
      answered_before: 3,
    });
    assert.deepEqual(await experiments.find(before._id), after);
  });

  it('do not start again while they are open, nor from what they were an attempt ago', async () => {
    const open = await accepted();
    assert.equal(await experiments.restart(open, 3, NOW), null);
    const first = await ended(COMPLETED);
    await experiments.restart(first, 3, NOW);
    await experiments.finish(first._id, COMPLETED, LATER, EXPIRY);
    assert.equal(await experiments.restart(first, 3, NOW), null);
  });

  it('start again once, however many ask at the same time', async () => {
    const record = await ended(CANCELLED);
    const restarts = await Promise.all(Array.from({ length: 20 }, () => experiments.restart(record, 3, NOW)));
    assert.equal(restarts.filter((restarted) => restarted !== null).length, 1);
    assert.equal((await experiments.find(record._id))?.attempt, 2);
  });

  it('are found by the sweep until somebody saw their workflow start', async () => {
    const { _id } = await accepted({ submitted_at: new Date(0) });
    assert.ok((await experiments.unstarted(NOW, 100)).includes(_id));
    assert.ok(!(await experiments.unstarted(new Date(0), 100)).includes(_id));
    experiments.markWorkflowStarted(_id);
    await until(async () => !(await experiments.unstarted(NOW, 100)).includes(_id));
  });

  it('are compared with their workflow in turn, and never again once they ended', async () => {
    const [first, second] = [
      await accepted({ checked_at: new Date(0) }),
      await accepted({ checked_at: new Date(1) }),
    ];
    assert.deepEqual(await experiments.open(NOW, 2), [first._id, second._id]);
    await experiments.markChecked(first._id, LATER);
    assert.deepEqual(await experiments.open(NOW, 1), [second._id]);
    await experiments.finish(second._id, COMPLETED, LATER, EXPIRY);
    assert.deepEqual(await experiments.open(NOW, 1), []);
  });
});
