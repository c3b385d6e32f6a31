/** From an open socket to a chat connection, or to the close that says why there is none. */
import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { toApiError } from '../../http/middleware.ts';
import type { Connections } from './attach-chat-socket.ts';
import { ChatConnection, type ConnectionParts } from './chat-connection.ts';
import { CHAT_ROUTE, type SocketDeps } from './check-standing.ts';
import { CLOSE, type Close, errorMessage } from './messages.ts';
import { toPeer } from './upgrade.ts';

export interface OpeningParts extends ConnectionParts {
  readonly deps: SocketDeps;
  readonly connections: Connections;
}

/** What a client may try again after a while. */
const COMES_BACK: ReadonlySet<number> = new Set([429, 503]);

/** Nothing is read until it is known whose socket it is. */
export async function openChatSocket(
  socket: WebSocket,
  request: IncomingMessage,
  parts: OpeningParts,
): Promise<void> {
  const { log, metrics } = parts.deps;
  const line = { route: CHAT_ROUTE, user_id: '' };
  const openedAt = performance.now();
  metrics.openSockets.inc();
  socket.on('error', (error) => log.debug({ ...line, err: error }, 'socket broke'));
  // One line per socket; the address, which holds the token, is not in it.
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

/** The id of the user; empty for nobody. */
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
