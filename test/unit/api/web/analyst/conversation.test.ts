/** A conversation that is built from the messages of its socket. */
import assert from 'node:assert/strict';
import {
  advance,
  afterClose,
  type ChatEvent,
  isBusy,
  NEW_CONVERSATION,
  toConversation,
} from '../../../../../api/web/analyst/conversation.ts';

const talk = (...events: readonly ChatEvent[]) => events.reduce(advance, NEW_CONVERSATION);
const question: ChatEvent = { type: 'asked', question: 'Why?' };
const token = (content: string): ChatEvent => ({ type: 'heard', message: { type: 'token', content } });
const done: ChatEvent = {
  type: 'heard',
  message: {
    type: 'done',
    session_id: 's',
    full_response: 'It binds.',
    moderated: false,
    refused: false,
    citations: [],
  },
};

describe('a conversation', () => {
  it('holds an answer that was computed, unless it was stopped meanwhile', () => {
    const computed: ChatEvent = { type: 'computed', answer: 'Two units start.' };
    const [exchange] = talk(question, computed).exchanges;
    assert.deepEqual([exchange?.phase, exchange?.answer], ['done', 'Two units start.']);
    assert.equal(talk(question, { type: 'stopped' }, computed).exchanges[0]?.answer, '');
  });
  it('grows with each message, and ends with the whole answer', () => {
    const conversation = talk(
      question,
      { type: 'heard', message: { type: 'tool', name: 'get_lmp' } },
      token('It '),
    );
    assert.deepEqual(
      [conversation.exchanges[0]?.phase, conversation.exchanges[0]?.answer, conversation.exchanges[0]?.tools],
      ['answering', 'It ', ['get_lmp']],
    );
    assert.equal(isBusy(conversation), true);
    const ended = talk(question, token('It '), done);
    assert.deepEqual([ended.sessionId, ended.exchanges[0]?.answer, isBusy(ended)], ['s', 'It binds.', false]);
  });

  it('takes one question at a time, and nothing after the end', () => {
    assert.equal(talk(question, question).exchanges.length, 1);
    assert.equal(talk(question, done, question).exchanges.length, 2);
    const ended = talk(question, done);
    assert.equal(advance(ended, token('late')), ended);
    assert.equal(advance(NEW_CONVERSATION, token('early')), NEW_CONVERSATION);
  });

  it('keeps the partial answer when it is stopped or the connection breaks', () => {
    const failure = { status: 0, message: 'gone' };
    const phase = (...events: readonly ChatEvent[]) => talk(...events).exchanges[0]?.phase;
    assert.equal(phase(question, token('It '), { type: 'stopped' }), 'stopped');
    assert.equal(phase(question, token('It '), { type: 'closed', failure }), 'lost');
    assert.equal(phase(question, { type: 'closed', failure }), 'failed');
    assert.equal(talk(question, token('It '), { type: 'stopped' }).exchanges[0]?.answer, 'It ');
  });

  it('shows why there is no answer', () => {
    const refused = (detail: string | { msg: string }[]) =>
      talk(question, { type: 'heard', message: { type: 'error', status: 422, detail, retry_after: 3 } });
    assert.deepEqual(refused('No').exchanges[0]?.failure, {
      status: 422,
      message: 'No',
      code: undefined,
      retryAfterS: 3,
    });
    assert.equal(refused([{ msg: 'a' }, { msg: 'b' }]).exchanges[0]?.failure?.message, 'a; b');
  });

  it('is restored from the messages on the server', () => {
    const { sessionId, exchanges } = toConversation({
      session_id: 's',
      agent_id: 'analyst',
      messages: [
        { role: 'assistant', content: 'cut off' },
        { role: 'user', content: 'Why?' },
        { role: 'assistant', content: 'It binds.' },
      ],
    });
    assert.equal(sessionId, 's');
    const summaries = exchanges.map(({ question, answer }) => `${question} ${answer}`);
    assert.deepEqual(summaries, [' cut off', 'Why? It binds.']);
    assert.equal(toConversation({ session_id: null, agent_id: null, messages: [] }).sessionId, undefined);
  });
});

describe('a socket that closes', () => {
  const next = (code: number, tries = 0, hasAnswer = false) => afterClose({ code, tries, hasAnswer }).next;

  it('is opened again, a little later each time, while nothing was answered', () => {
    assert.deepEqual(
      [0, 1, 2].map((tries) => afterClose({ code: 1006, tries, hasAnswer: false })),
      [500, 1000, 2000].map((inMs) => ({ next: 'again', inMs })),
    );
    assert.equal(next(1013), 'again');
    assert.equal(next(1006, 6), 'fail');
  });

  it('is no reason to ask the same question twice', () => {
    assert.equal(next(1006, 0, true), 'fail');
    assert.equal(next(4401, 0, true), 'fail');
  });

  it('asks for a new token when the old one has expired, and gives up at a refusal', () => {
    assert.equal(next(4401), 'renew');
    for (const code of [1003, 1008, 4408]) assert.equal(next(code), 'fail');
  });
});
