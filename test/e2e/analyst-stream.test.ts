/** The streamed chat on the real stack: the joined parts are the answer, and every figure in it has a source. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ApiClient } from '../support/callers/api-client.ts';
import { generator } from '../support/cases/payloads.ts';
import { threeBus } from '../support/cases/three-bus.ts';
import { type ChatClient, toChatClient } from '../support/chat/chat-client.ts';
import { type ChatStack, chatStack } from '../support/chat/chat-stack.ts';
import { uncitedFigures } from '../support/chat/unsupported-figures.ts';
import { type StandIn, startStandIn } from '../support/models/stand-in/start-stand-in.ts';
import { newUser, runningStack } from '../support/stack/running-stack.ts';

const QUESTION = 'What is the price at bus_3 at hour 0?';

async function connected(url: string, token: string | undefined): Promise<ChatClient> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/ai/chat?token=${token}`);
  const client = toChatClient(socket);
  await once(socket, 'open');
  return client;
}

describe('the streamed chat', function () {
  this.timeout(60_000);
  let standIn: StandIn;
  let stack: ChatStack;
  let user: ApiClient;

  for (const mode of ['honest', 'lying'] as const) {
    describe(`with a model that is ${mode}`, () => {
      before(async () => {
        standIn = await startStandIn(mode);
        stack = await chatStack({ AI_BASE_URL: standIn.url, AI_API_KEY: 'stand-in', AI_MODEL: 'stand-in' });
        user = await stack.newUser();
        await user.result(await user.submit('scuc', threeBus(), { scenario_id: 'streamed' }));
      });
      after(async () => {
        await stack?.close();
        await standIn?.close();
      });

      it('streams an answer whose figures are those of the result', async () => {
        const client = await connected(stack.url, user.token);
        client.say({ message: QUESTION, context: { scenario_id: 'streamed' } });
        const heard = await client.answer();
        client.socket.close();
        const done = heard.at(-1);
        assert.ok(done?.type === 'done', JSON.stringify(done));
        const tokens = heard.flatMap((message) => (message.type === 'token' ? [message.content] : []));
        assert.equal(tokens.join(''), done.full_response);
        assert.deepEqual(
          uncitedFigures(done.full_response, done.citations, QUESTION),
          [],
          done.full_response,
        );
        assert.match(done.full_response, /60(?:\.0+)? \$\/MWh/);
        assert.ok(heard.some((message) => message.type === 'tool'));
        assert.ok(stack.threadCalls() > 0, 'tools run in threads');
      });

      it('reads a large result in a thread', async () => {
        const generators = Array.from({ length: 1500 }, (_, i) => generator({ name: `unit ${i}` }));
        const loads = [{ bus: 1, values: new Array(24).fill(30_000) }];
        const large = { generators, loads, horizon: 24 };
        const { objective_value } = await user.result(
          await user.submit('ed', large, { scenario_id: 'large' }),
        );
        const client = await connected(stack.url, user.token);
        client.say({ message: 'What is the total cost?', context: { scenario_id: 'large' } });
        const done = (await client.answer()).at(-1);
        client.socket.close();
        assert.ok(done?.type === 'done', JSON.stringify(done));
        assert.ok(
          done.citations.some(({ value }) => Math.abs(value - (objective_value ?? 0)) < 1),
          done.full_response,
        );
        assert.ok(stack.threadCalls() > 0);
      });
    });
  }

  it('answers 503 without a provider, and stays open', async () => {
    const running = await runningStack();
    const { token } = await newUser(running);
    const client = await connected(running.stack.api_url, token);
    for (let n = 0; n < 2; n += 1) {
      client.say({ message: QUESTION });
      const [answer] = await client.answer();
      assert.ok(answer?.type === 'error' && answer.status === 503, JSON.stringify(answer));
    }
    client.socket.close();
  });
});
