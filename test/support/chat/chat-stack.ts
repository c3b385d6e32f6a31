/**
 * Runs the API in this process, on database and Temporal of the running stack, with a language model that the test
 * chooses.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { converse } from '../../../api/analyst/chat/converse.ts';
import { attachChatSocket } from '../../../api/analyst/socket/attach-chat-socket.ts';
import { createApp } from '../../../api/app.ts';
import type { ApiSettings } from '../../../api/config.ts';
import type { Deps } from '../../../api/deps.ts';
import { createDeps } from '../../../api/deps.ts';
import { createThreads } from '../../../api/threads/threads.ts';
import { connectMongo } from '../../../mongo/connect.ts';
import { connectTemporal } from '../../../temporal/client.ts';
import { type ApiClient, clientOf } from '../callers/api-client.ts';
import { testSettings } from '../stack/app.ts';
import { newUser, runningStack } from '../stack/running-stack.ts';

export interface ChatStack {
  readonly url: string;
  readonly deps: Deps;
  /** Creates a user and signs in at this API. */
  newUser(): Promise<ApiClient>;
  /** Client of this API for a user of the running stack. */
  as(user: ApiClient): Promise<ApiClient>;
  /** Number of requests that were passed to a thread because a tool read a large document. */
  threadCalls(): number;
  close(): Promise<void>;
}

export async function chatStack(settings: Partial<ApiSettings>): Promise<ChatStack> {
  const running = await runningStack();
  const { mongodb_uri, temporal_address, solver_url } = running.stack;
  const complete = testSettings({
    MONGODB_URI: mongodb_uri,
    TEMPORAL_ADDRESS: temporal_address,
    SOLVER_URL: [solver_url].flat()[0] ?? '',
    SOLVER_TOKEN: running.solverToken,
    RATE_LIMIT_SOLVES_PER_MINUTE: 10_000,
    ...settings,
  });
  const mongo = connectMongo(complete, 2000);
  const temporal = connectTemporal(complete, `chat-test@${process.pid}`);
  const stopping = new AbortController().signal;
  let threadCalls = 0;
  const threads = createThreads(new URL('../../../api/thread.js', import.meta.url), complete, {
    waited: () => {
      threadCalls += 1;
    },
    ended: () => undefined,
  });
  const parts = createDeps(complete, mongo, temporal, { log: pino({ level: 'silent' }), stopping });
  const deps = { ...parts, callThread: threads.call };
  const server = createApp(deps).listen(0, '127.0.0.1');
  attachChatSocket(server, deps, (...call) => converse(deps, ...call), { connectionsPerUser: 5 });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const as = async (user: ApiClient): Promise<ApiClient> => {
    const { body } = await user.request<{ user_id: string }>('GET', '/api/users/me');
    const session = { userId: body.user_id, sessionId: randomUUID(), role: 'user' as const };
    return clientOf(url, await deps.tokens.sign(session, new Date()));
  };
  return {
    url,
    deps,
    newUser: async () => as(await newUser(running)),
    as,
    threadCalls: () => threadCalls,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.allSettled([mongo.close(), temporal.close(), threads.close()]);
    },
  };
}
