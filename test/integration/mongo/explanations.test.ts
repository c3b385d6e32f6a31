import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createExplanations, type Explanations, explanationIndexes } from '../../../mongo/explanations.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';

const explanation = (_id: string, statement: string) => ({
  _id,
  artifacts: [
    { artifact_id: randomUUID(), type: 'summary', title: 'Summary', statement, data: { hour: 18 } },
  ],
  generated_at: new Date(),
});

describe('explanations', () => {
  let mongo: TestDatabase;
  let explanations: Explanations;
  before(async () => {
    mongo = await openTestDatabase([explanationIndexes]);
    explanations = createExplanations(mongo.db);
  });
  after(() => mongo.drop());

  it('are found as they were stored, by the id of their job', async () => {
    const stored = explanation(randomUUID(), 'At hour 18.');
    assert.deepEqual(await explanations.add(stored), stored);
    assert.deepEqual(await explanations.find(stored._id), stored);
    assert.equal(await explanations.find(randomUUID()), null);
  });
  it('keep the content of the first writer', async () => {
    const jobId = randomUUID();
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, n) => explanations.add(explanation(jobId, `Writer ${n}.`))),
    );
    assert.equal(new Set(added.map(({ artifacts }) => artifacts[0]?.statement)).size, 1);
  });
});
