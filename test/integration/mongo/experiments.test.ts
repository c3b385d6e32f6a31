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
    const { expires_at: _, ...unchanged } = before;
    assert.deepEqual(after, {
      ...unchanged,
      ...QUEUED,
      error: null,
      checked_at: NOW,
      attempt: 2,
      answered_before: 3,
    });
    assert.deepEqual(await experiments.find(before._id), after);
  });

  it('do not start again while they are open, nor from the state of an earlier attempt', async () => {
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
});
