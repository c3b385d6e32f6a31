/** What becomes of a handshake before there is a socket: refused, given back to HTTP, or let through with its peer. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { isForLoopback } from '../../../temporal/settings.ts';

const PATHS: ReadonlySet<string> = new Set(['/ws/ai/chat', '/api/ws/ai/chat']);

type Status = '403 Forbidden' | '404 Not Found' | '503 Service Unavailable';

interface Admission {
  /** Where pages that may open a socket come from. */
  readonly origins: ReadonlySet<string>;
  /** Only from this machine: while authentication is bypassed, for HTTP alike. */
  readonly loopbackOnly: boolean;
  readonly stopping: AbortSignal;
}

/** True when it refused. A token is judged later, where its client can read the answer. */
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

/** Browsers say where a page comes from, and ask nobody before they open a socket from it. */
const isSameOrigin = (origin: string, host = ''): boolean =>
  URL.canParse(origin) && new URL(origin).host === host.toLowerCase();

/**
 * A request that offers another protocol than WebSocket, as Java's HTTP client offers HTTP/2 with every first
 * request, goes on as if it had not (RFC 9110, 7.8): Node hands it over half read, so it is given back without the offer.
 */
const OFFER: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/** `rest`: what was read after the head of the request. */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, rest: Buffer): void {
  socket.unshift(Buffer.concat([Buffer.from(toHead(request), 'latin1'), rest]));
  server.emit('connection', socket);
}

function toHead({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    const kept = name.toLowerCase() === 'connection' ? withoutOffer(value) : value;
    if (!OFFER.has(name.toLowerCase()) && kept !== '') lines.push(`${name}: ${kept}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const withoutOffer = (connection: string): string =>
  connection
    .split(',')
    .map((option) => option.trim())
    .filter((option) => !OFFER.has(option.toLowerCase()))
    .join(', ');

/** Who is at the other end of a socket, by what its handshake says. */
export interface Peer {
  readonly ip: string;
  readonly userAgent: string;
  /** Empty when the address has none. */
  readonly token: string;
}

const MAX_USER_AGENT = 256;

/** `proxies`: how many of our own the request came through; each appends the address it saw. */
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

/** A page cannot send headers with a handshake, but it can name protocols; addresses are logged, protocols are not. */
export const PROTOCOL = 'grid-chat';
const TOKEN_OFFER = 'bearer.';

function offeredToken({
  'sec-websocket-protocol': offers = '',
}: IncomingMessage['headers']): string | undefined {
  const offer = offers.split(',').find((each) => each.trim().startsWith(TOKEN_OFFER));
  return offer?.trim().slice(TOKEN_OFFER.length);
}
