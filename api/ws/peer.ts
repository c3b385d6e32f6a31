/** Who is at the other end of a socket, by what its handshake says. */
import type { IncomingMessage } from 'node:http';

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
    token: new URLSearchParams(url.split('?', 2)[1]).get('token') ?? '',
  };
}
