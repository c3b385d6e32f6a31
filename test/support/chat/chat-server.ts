/** Serves the chat socket on a free loopback port, with stores in memory and a chat that the test supplies. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { Chat, ChatAnswer } from '../../../api/analyst/chat/chat.ts';
import { attachChatSocket, type ChatSocketOptions } from '../../../api/analyst/socket/attach-chat-socket.ts';
import { createApp } from '../../../api/app.ts';
import type { Deps } from '../../../api/deps.ts';
import { type TestAppOptions, testDeps } from '../stack/app.ts';
import { type ChatClient, toChatClient } from './chat-client.ts';

export interface ChatServer {
  readonly server: Server;
  /** Address of the server, `ws://host:port`. */
  readonly url: string;
  readonly deps: ReturnType<typeof testDeps>;
  readonly lines: Record<string, unknown>[];
  /** Begins to stop, as the process does at SIGTERM. */
  stop(): void;
  /** Connects as a new user, or with a token. */
  connect(options?: ConnectOptions): Promise<ChatClient>;
  close(): Promise<void>;
}

interface ConnectOptions {
  readonly token?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  /** True to answer pings; false simulates a client that has disappeared. */
  readonly autoPong?: boolean;
}

interface ChatServerOptions extends TestAppOptions, Partial<ChatSocketOptions> {
  readonly chat?: Chat;
}

export const answer = (response: string, over: Partial<ChatAnswer> = {}): ChatAnswer => ({
  sessionId: '11111111-1111-4111-8111-111111111111',
  response,
  tokensUsed: 7,
  moderated: false,
  refused: false,
  provider: 'openai',
  scenarioId: null,
  toolCalls: [],
  citations: [],
  ...over,
});

/** A chat that repeats the message word by word. */
export const echo: Chat = async ({ message }, _, { onToken }) => {
  for (const word of message.split(/(?<= )/)) onToken(word);
  return answer(message);
};

export async function startChatServer(options: ChatServerOptions = {}): Promise<ChatServer> {
  const { chat = echo, connectionsPerUser = 5, times } = options;
  const stopping = new AbortController();
  const lines: Record<string, unknown>[] = [];
  const deps = testDeps({ ...options, deps: { stopping: stopping.signal, ...options.deps } }, lines);
  const server = createServer(createApp(deps, options.routes ?? []).callback());
  attachChatSocket(server, deps, chat, { connectionsPerUser, ...(times && { times }) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `ws://127.0.0.1:${port}`;
  const sockets: WebSocket[] = [];
  return {
    server,
    url,
    deps,
    lines,
    stop: () => stopping.abort(),
    connect: async ({ token, path = '/ws/ai/chat', headers = {}, autoPong = true } = {}) => {
      const query = new URLSearchParams({ token: token ?? (await newChatToken(deps)) });
      const socket = new WebSocket(`${url}${path}?${query}`, { headers, autoPong });
      sockets.push(socket);
      const client = toChatClient(socket);
      await once(socket, 'open');
      return client;
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Token of a new user. The user has no password, since hashing one takes time. */
export async function newChatToken({ users, tokens, now }: Pick<Deps, 'users' | 'tokens' | 'now'>) {
  const userId = randomUUID();
  const account = {
    user_id: userId,
    username: userId,
    password_hash: '',
    created_at: now(),
    disabled: false,
  };
  await users.insert({ ...account, role: 'user' });
  return tokens.sign({ userId, sessionId: randomUUID(), role: 'user' }, now());
}
