/** Contract of `ChatSessions`, run against MongoDB and against the store in memory. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import {
  type ChatSessions,
  type Exchange,
  KEPT_MESSAGES,
  SESSION_IDLE_MS,
  SHOWN_MESSAGES,
} from '../../../mongo/chat-sessions.ts';

/** A time in the future: MongoDB removes expired records by the clock of the machine. */
const START = new Date('2126-03-01T00:00:00Z');
const after = (ms: number): Date => new Date(START.getTime() + ms);
const exchange = (n: number): Exchange => [
  { role: 'user', content: `question ${n}` },
  { role: 'assistant', content: `answer ${n}` },
];

export function chatSessionsContract(open: () => ChatSessions): void {
  let user = '';
  beforeEach(() => {
    user = randomUUID();
  });

  it('are opened empty, with an id of their own and the agent', async () => {
    const session = await open().open(user, 'analyst', START);
    assert.match(session.session_id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(await open().find(user, session.session_id, START), session);
    assert.deepEqual(
      { ...session, session_id: '' },
      {
        session_id: '',
        user_id: user,
        agent_id: 'analyst',
        created_at: START,
        last_used_at: START,
        messages: [],
      },
    );
  });

  it('are not there for another user, nor with an unknown id', async () => {
    const { session_id } = await open().open(user, 'analyst', START);
    assert.equal(await open().find('somebody else', session_id, START), null);
    assert.equal(await open().append('somebody else', session_id, exchange(1), START), false);
    assert.equal(await open().find(user, randomUUID(), START), null);
    assert.deepEqual((await open().find(user, session_id, START))?.messages, []);
  });

  it('are gone when they were not used for a day, and live on with every exchange', async () => {
    const { session_id } = await open().open(user, 'analyst', START);
    assert.ok(await open().find(user, session_id, after(SESSION_IDLE_MS - 1)));
    assert.equal(await open().find(user, session_id, after(SESSION_IDLE_MS)), null);
    assert.equal(await open().append(user, session_id, exchange(1), after(SESSION_IDLE_MS - 1)), true);
    assert.ok(await open().find(user, session_id, after(SESSION_IDLE_MS)));
    const end = after(2 * SESSION_IDLE_MS - 1);
    assert.equal(await open().find(user, session_id, end), null);
    assert.equal(await open().append(user, session_id, exchange(2), end), false);
    assert.equal(await open().newest(user, end), null);
    assert.equal(await open().history(user, end), null);
  });

  it('keep the last messages only, and show fewer still, oldest first', async () => {
    const { session_id } = await open().open(user, 'analyst', START);
    for (let n = 1; n <= 25; n += 1) await open().append(user, session_id, exchange(n), after(n));
    const stored = (await open().find(user, session_id, after(25)))?.messages ?? [];
    assert.equal(stored.length, KEPT_MESSAGES);
    assert.deepEqual(stored.slice(0, 2), exchange(6));
    assert.deepEqual((await open().newest(user, after(25)))?.messages, stored);
    const history = (await open().history(user, after(25)))?.messages ?? [];
    assert.equal(history.length, SHOWN_MESSAGES);
    assert.deepEqual(history.slice(0, 2), exchange(16));
    assert.deepEqual(history.slice(-2), exchange(25));
  });

  it('take exchanges at the same time without losing or mixing any', async () => {
    const { session_id } = await open().open(user, 'analyst', START);
    await Promise.all(
      Array.from({ length: 15 }, (_, n) => open().append(user, session_id, exchange(n), after(n))),
    );
    const messages = (await open().find(user, session_id, after(20)))?.messages ?? [];
    assert.equal(messages.length, 30);
    const questions = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
    assert.equal(new Set(questions).size, 15);
    for (let at = 0; at < messages.length; at += 2) {
      assert.equal(messages[at + 1]?.content, messages[at]?.content.replace('question', 'answer'));
    }
  });

  it('know which was used last, and pass over those in which nothing was said', async () => {
    const first = await open().open(user, 'analyst', START);
    const second = await open().open(user, 'analyst', after(1));
    await open().append(user, second.session_id, exchange(2), after(2));
    await open().append(user, first.session_id, exchange(1), after(3));
    await open().open(user, 'analyst', after(4));
    assert.equal((await open().newest(user, after(5)))?.session_id, first.session_id);
    const history = await open().history(user, after(5));
    assert.deepEqual([history?.session_id, history?.messages], [first.session_id, exchange(1)]);
    assert.equal(await open().newest(randomUUID(), after(5)), null);
  });
}
