/** The chat over WebSocket on an HTTP server. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { createModuleUse } from '../../accounts/gate.ts';
import { allowedOrigins, toApiError } from '../../http/middleware.ts';
import type { Chat } from '../chat/chat.ts';
import { ChatConnection, type ChatTimes, type ConnectionParts } from './chat-connection.ts';
import { CHAT_ROUTE, createCheckStanding, type SocketDeps } from './check-standing.ts';
import { CLOSE, type Close, errorMessage } from './messages.ts';
import { ignoreUpgrade, PROTOCOL, refuseUpgrade, toPeer } from './upgrade.ts';

export interface ChatSocketOptions {
  /** Maximum number of sockets per user on this process. */
  readonly connectionsPerUser: number;
  readonly times?: ChatTimes;
}

/** `maxPayload`: size limit of a message, bytes. */
const SERVER = {
  noServer: true,
  clientTracking: false,
  maxPayload: 64 * 1024,
  perMessageDeflate: false,
  // Selects the chat protocol. The other protocol that the client offers is its token, which must not be repeated.
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
  // The options are a separate constant, because the types of the library do not know `closeTimeout` yet.
  const serverOptions = { ...SERVER, closeTimeout: times.closeMs };
  const sockets = new WebSocketServer(serverOptions);
  const admission = {
    origins: allowedOrigins(deps.settings.CORS_ORIGINS),
    loopbackOnly: deps.settings.AUTH_BYPASS_ENABLED,
    stopping: deps.stopping,
  };
  const parts = {
    deps,
    chat,
    times,
    checkStanding: createCheckStanding(deps),
    connections: createConnections(options.connectionsPerUser),
    noteUse: createModuleUse(deps.subscriptions, (error) => {
      deps.log.warn({ err: error }, 'use of a module was not noted');
    }),
  };
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

/** Open chat sockets of this process, counted per user and closed when the process stops. */
function createConnections(perUser: number) {
  const byUser = new Map<string, Set<ChatConnection>>();
  return {
    /** Adds a connection; false when the user has reached the limit. */
    add(userId: string, connection: ChatConnection): boolean {
      const ofUser = byUser.get(userId) ?? new Set();
      if (ofUser.size >= perUser) return false;
      byUser.set(userId, ofUser.add(connection));
      return true;
    },
    remove(userId: string, connection: ChatConnection): void {
      const ofUser = byUser.get(userId);
      ofUser?.delete(connection);
      if (ofUser?.size === 0) byUser.delete(userId);
    },
    all: (): ChatConnection[] => [...byUser.values()].flatMap((ofUser) => [...ofUser]),
  };
}

interface OpeningParts extends ConnectionParts {
  readonly connections: ReturnType<typeof createConnections>;
}

/** Statuses of refusals after which a client may retry later. */
const COMES_BACK: ReadonlySet<number> = new Set([429, 503]);

/**
 * Turns an open socket into a chat connection, or closes it with the reason. No message is read until the user is
 * known.
 */
async function openChatSocket(
  socket: WebSocket,
  request: IncomingMessage,
  parts: OpeningParts,
): Promise<void> {
  const { log, metrics } = parts.deps;
  const line = { route: CHAT_ROUTE, user_id: '' };
  const openedAt = performance.now();
  metrics.openSockets.inc();
  socket.on('error', (error) => log.debug({ ...line, err: error }, 'socket broke'));
  // One log line per socket, without the URL, which contains the token.
  socket.once('close', (code) => {
    metrics.openSockets.dec();
    log.info({ ...line, code, ms: Math.round(performance.now() - openedAt) }, 'socket closed');
  });
  socket.pause();
  try {
    line.user_id = await admit(socket, request, parts);
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status >= 500) log.error({ ...line, err: thrown }, 'socket failed');
    socket.send(JSON.stringify(errorMessage(error)));
    close(socket, COMES_BACK.has(error.status) ? CLOSE.unavailable : CLOSE.failed);
  }
  socket.resume();
}

/** Id of the admitted user; empty if refused. */
async function admit(socket: WebSocket, request: IncomingMessage, parts: OpeningParts): Promise<string> {
  const { checkStanding, connections, deps } = parts;
  const peer = toPeer(request, deps.settings.TRUST_PROXY);
  const standing = await checkStanding(peer.token, 'handshake');
  if (!standing.user) {
    if (standing.error) socket.send(JSON.stringify(errorMessage(standing.error)));
    close(socket, standing.close);
    return '';
  }
  const { userId, expiresAt } = standing.user;
  if (socket.readyState !== socket.OPEN) return userId;
  const connection = new ChatConnection(socket, { ...peer, userId }, parts);
  if (connections.add(userId, connection)) {
    socket.once('close', () => connections.remove(userId, connection));
    connection.start(expiresAt);
    if (deps.stopping.aborted) connection.stop();
  } else close(socket, CLOSE.tooMany);
  return userId;
}

const close = (socket: WebSocket, { code, reason }: Close): void => socket.close(code, reason);
