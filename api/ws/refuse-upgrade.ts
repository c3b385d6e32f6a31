/** Refuses a handshake before there is a socket; a token is judged after, where its client can read the answer. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const PATHS: ReadonlySet<string> = new Set(['/ws/ai/chat', '/api/ws/ai/chat']);

type Status = '403 Forbidden' | '404 Not Found' | '503 Service Unavailable';

/** True when it refused. `origins`: of pages that may open a socket. */
export function refuseUpgrade(
  request: IncomingMessage,
  socket: Duplex,
  origins: ReadonlySet<string>,
  { aborted: isStopping }: AbortSignal,
): boolean {
  const status = statusOf(request, origins, isStopping);
  if (!status) return false;
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
  return true;
}

function statusOf(
  { url = '', headers }: IncomingMessage,
  origins: ReadonlySet<string>,
  isStopping: boolean,
): Status | null {
  if (!PATHS.has(url.split('?', 1)[0] ?? '')) return '404 Not Found';
  if (isStopping) return '503 Service Unavailable';
  const { origin, host } = headers;
  return origin === undefined || origins.has(origin) || isSameOrigin(origin, host) ? null : '403 Forbidden';
}

/** Browsers say where a page comes from, and ask nobody before they open a socket from it. */
const isSameOrigin = (origin: string, host = ''): boolean =>
  URL.canParse(origin) && new URL(origin).host === host.toLowerCase();
