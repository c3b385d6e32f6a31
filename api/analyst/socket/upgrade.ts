/**
 * Handling of a handshake before the socket opens: it is refused, passed back to the HTTP server, or accepted with the
 * client's data.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { isForLoopback } from '../../../temporal/settings.ts';

const PATHS: ReadonlySet<string> = new Set(['/ws/ai/chat', '/api/ws/ai/chat']);

type Status = '403 Forbidden' | '404 Not Found' | '503 Service Unavailable';

interface Admission {
  /** Origins of pages that may open a socket. */
  readonly origins: ReadonlySet<string>;
  /** True while authentication is bypassed: only local connections are accepted, as over HTTP. */
  readonly loopbackOnly: boolean;
  readonly stopping: AbortSignal;
}

/** Returns true after refusing the handshake. The token is checked later, when the client can read the result. */
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
  if (loopbackOnly && !isForLoopback(headers)) return '403 Forbidden';
  return origin === undefined || origins.has(origin) || isSameOrigin(origin, host) ? null : '403 Forbidden';
}

/**
 * True if a page of this host opened the socket. Browsers send the origin but do not restrict sockets to it, so the
 * server checks it.
 */
const isSameOrigin = (origin: string, host = ''): boolean =>
  URL.canParse(origin) && new URL(origin).host === host.toLowerCase();

/**
 * Headers that offer another protocol. A request that offers a protocol other than WebSocket is served without the
 * offer (RFC 9110, 7.8); Java's HTTP client, for example, offers HTTP/2 with every first request. Node hands over such
 * a request half read, so it is returned to the HTTP server without these headers.
 */
const OFFER: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/** `rest`: bytes read after the head of the request. */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, rest: Buffer): void {
  socket.unshift(Buffer.concat([Buffer.from(toHead(request), 'latin1'), rest]));
  server.emit('connection', socket);
}

function toHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const headerValue = name.toLowerCase() === 'connection' ? withoutOffer(value) : value;
    if (!OFFER.has(name.toLowerCase()) && headerValue !== '') lines.push(`${name}: ${headerValue}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const withoutOffer = (connection: string): string =>
  connection
    .split(',')
    .map((option) => option.trim())
    .filter((option) => !OFFER.has(option.toLowerCase()))
    .join(', ');

/** The client of a socket, as its handshake describes it. */
export interface Peer {
  readonly ip: string;
  readonly userAgent: string;
  /** Token in the handshake; empty for a handshake without one. */
  readonly token: string;
}

const MAX_USER_AGENT = 256;

/**
 * Client of a handshake. `proxies`: number of trusted proxies in front of the service; each appends the address that it
 * saw.
 */
export function toPeer({ url = '', headers, socket }: IncomingMessage, proxies: number): Peer {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim())
    .filter(Boolean);
  const [seen] = proxies > 0 ? forwarded.slice(-proxies) : [];
  return {
    ip: seen ?? socket.remoteAddress ?? '',
    userAgent: (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT),
    token: offeredToken(headers) ?? new URLSearchParams(url.split('?', 2)[1]).get('token') ?? '',
  };
}

/**
 * Name of the chat protocol. Clients send their token as a second protocol name: a page cannot set headers in a
 * handshake, and proxies log URLs but not protocols.
 */
export const PROTOCOL = 'grid-chat';
const TOKEN_OFFER = 'bearer.';

function offeredToken({
  'sec-websocket-protocol': offers = '',
}: IncomingMessage['headers']): string | undefined {
  const offer = offers.split(',').find((each) => each.trim().startsWith(TOKEN_OFFER));
  return offer?.trim().slice(TOKEN_OFFER.length);
}
