/** Chat sessions in MongoDB. */
import assert from 'node:assert/strict';
import { chatSessionIndexes, createChatSessions } from '../../../mongo/chat-sessions.ts';
import { openTestDatabase, type TestDatabase } from '../../support/stack/mongo.ts';
import { chatSessionsContract } from '../../support/stores/chat-sessions-contract.ts';

describe('chat sessions', () => {
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase([chatSessionIndexes]);
  });
  after(() => database.drop());
  chatSessionsContract(() => createChatSessions(database.db));

  it('leave the database a day after their last use', async () => {
    const at = new Date('2126-03-01T00:00:00Z');
    const { session_id } = await createChatSessions(database.db).open('u', 'analyst', at);
    const stored = await database.db.collection('chat_sessions').findOne({ user_id: 'u' });
    assert.equal(String(stored?._id), session_id);
    assert.deepEqual(stored?.['expires_at'], new Date('2126-03-02T00:00:00Z'));
    const indexes = await database.db.collection('chat_sessions').indexes();
    assert.ok(indexes.some(({ expireAfterSeconds }) => expireAfterSeconds === 0));
  });
});
