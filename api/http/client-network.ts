/** Identifies callers without an account by their network. */
import { isIPv6 } from 'node:net';

const PREFIX_GROUPS = 4;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Key of a caller's address for quotas; for IPv6 its /64 prefix, as one customer holds a whole /64. */
export function clientNetwork(ip: string): string {
  const mapped = MAPPED_IPV4.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = ip.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after];
  return `${groups.slice(0, PREFIX_GROUPS).join(':')}::/64`;
}
