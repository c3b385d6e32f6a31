/** Every example of the document, sent unchanged to the whole service. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { RouteShape } from '../../api/http/route.ts';
import { ROUTES } from '../../api/routes.ts';
import { tokenOf } from '../support/callers/accounts.ts';
import { clientOf } from '../support/callers/api-client.ts';
import { exampleSender, type SendExample } from '../support/callers/example-sender.ts';
import { type ChatStack, chatStack } from '../support/chat/chat-stack.ts';
import { type StandIn, startStandIn } from '../support/models/stand-in/start-stand-in.ts';

describe('examples of the document', function () {
  this.timeout(60_000);
  let standIn: StandIn;
  let stack: ChatStack;
  let send: SendExample;
  before(async () => {
    standIn = await startStandIn();
    stack = await chatStack({ AI_BASE_URL: standIn.url, AI_API_KEY: 'stand-in', AI_MODEL: 'stand-in' });
    send = exampleSender(stack, await clientOf(stack.url, await tokenOf(stack.deps, 'admin')));
  });
  after(async () => {
    await stack?.close();
    await standIn?.close();
  });

  /** Replaces the example's account name, which another test may have taken. */
  const withName = (body: object): object =>
    'username' in body && body.username === 'ada' ? { ...body, username: name } : body;
  const name = `ada-${randomUUID()}`;
  /** Sorts registration first: the example of a sign-in uses its account. */
  const first = ({ path }: RouteShape): number => (path === '/auth/register' ? 0 : 1);

  for (const route of [...ROUTES].sort((a, b) => first(a) - first(b))) {
    const { method, path, example } = route;
    if (!example) continue;
    it(`${method} ${path} is what it takes`, async () => {
      assert.equal((await send(route, example, withName)).status, example.status ?? 200);
    });
  }
});
