/** The chat over WebSocket on an HTTP server. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { createModuleUse } from '../../accounts/gate.ts';
import { allowedOrigins } from '../../http/middleware.ts';
import type { Chat } from '../chat/chat.ts';
import type { ChatConnection, ChatTimes } from './chat-connection.ts';
import { createCheckStanding, type SocketDeps } from './check-standing.ts';
import { type OpeningParts, openChatSocket } from './open-chat-socket.ts';
import { ignoreUpgrade, PROTOCOL, refuseUpgrade } from './upgrade.ts';

export interface ChatSocketOptions {
  /** Sockets that a user may hold on this process. */
  readonly connectionsPerUser: number;
  readonly times?: ChatTimes;
}

/** `maxPayload`: of a message, bytes. */
const SERVER = {
  noServer: true,
  clientTracking: false,
  maxPayload: 64 * 1024,
  perMessageDeflate: false,
  // The other offer is the token, which is not said again.
  handleProtocols: (offers: ReadonlySet<string>) => offers.has(PROTOCOL) && PROTOCOL,
};
const TIMES: ChatTimes = { beatMs: 30_000, graceMs: 20_000, closeMs: 5000 };

export function attachChatSocket(
  server: Server,
  deps: SocketDeps,
  chat: Chat,
  options: ChatSocketOptions,
): void {
  const { times = TIMES } = options;
  // A constant of its own: the types of the library do not know `closeTimeout` yet.
  const serverOptions = { ...SERVER, closeTimeout: times.closeMs };
  const sockets = new WebSocketServer(serverOptions);
  const admission = {
    origins: allowedOrigins(deps.settings.CORS_ORIGINS),
    loopbackOnly: deps.settings.AUTH_BYPASS_ENABLED,
    stopping: deps.stopping,
  };
  const parts = toParts(deps, chat, options.connectionsPerUser, times);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      ignoreUpgrade(server, request, socket, head);
    } else if (!refuseUpgrade(request, socket, admission)) {
      sockets.handleUpgrade(request, socket, head, (opened) => void openChatSocket(opened, request, parts));
    }
  });
  deps.stopping.addEventListener('abort', () => {
    for (const connection of parts.connections.all()) connection.stop();
  });
}

const toParts = (
  deps: SocketDeps,
  chat: Chat,
  connectionsPerUser: number,
  times: ChatTimes,
): OpeningParts => ({
  deps,
  chat,
  times,
  checkStanding: createCheckStanding(deps),
  connections: createConnections(connectionsPerUser),
  noteUse: createModuleUse(deps.subscriptions, (error) => {
    deps.log.warn({ err: error }, 'use of a module was not noted');
  }),
});

/** The chat sockets of this process: how many a user holds, and all of them for when the process stops. */
export interface Connections {
  /** False when the user holds as many as one may. */
  add(userId: string, connection: ChatConnection): boolean;
  remove(userId: string, connection: ChatConnection): void;
  all(): ChatConnection[];
}

function createConnections(perUser: number): Connections {
  const byUser = new Map<string, Set<ChatConnection>>();
  return {
    add(userId, connection) {
      const held = byUser.get(userId) ?? new Set();
      if (held.size >= perUser) return false;
      byUser.set(userId, held.add(connection));
      return true;
    },
    remove(userId, connection) {
      const held = byUser.get(userId);
      held?.delete(connection);
      if (held?.size === 0) byUser.delete(userId);
    },
    all: () => [...byUser.values()].flatMap((held) => [...held]),
  };
}
