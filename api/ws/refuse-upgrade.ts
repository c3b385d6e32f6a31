/** Refuses a handshake before there is a socket; a token is judged after, where its client can read the answer. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { isLoopbackHeader } from '../../temporal/contract/loopback.ts';

const PATHS: ReadonlySet<string> = new Set(['/ws/ai/chat', '/api/ws/ai/chat']);

type Status = '403 Forbidden' | '404 Not Found' | '503 Service Unavailable';

export interface Admission {
  /** Of pages that may open a socket. */
  readonly origins: ReadonlySet<string>;
  /** As for HTTP while authentication is bypassed. */
  readonly loopbackOnly: boolean;
  readonly stopping: AbortSignal;
}

/** True when it refused. */
export function refuseUpgrade(request: IncomingMessage, socket: Duplex, admission: Admission): boolean {
  const status = statusOf(request, admission);
  if (!status) return false;
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
  return true;
}

function statusOf(
  { url = '', headers }: IncomingMessage,
  { origins, loopbackOnly, stopping }: Admission,
): Status | null {
  if (!PATHS.has(url.split('?', 1)[0] ?? '')) return '404 Not Found';
  if (stopping.aborted) return '503 Service Unavailable';
  const { origin, host } = headers;
  if (loopbackOnly && !isLoopbackHeader(host)) return '403 Forbidden';
  return origin === undefined || origins.has(origin) || isSameOrigin(origin, host) ? null : '403 Forbidden';
}

/** Browsers say where a page comes from, and ask nobody before they open a socket from it. */
const isSameOrigin = (origin: string, host = ''): boolean =>
  URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
