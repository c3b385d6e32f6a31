/** Where a language model may be. */
import { isLoopback } from '../../../temporal/contract/loopback.ts';

/** User and password of an address would be refused by `fetch`, a query would be lost. */
export function isBaseUrl(text?: string): boolean {
  if (text === undefined) return true;
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}

/** Whether the key may travel there: encrypted, or not at all. */
export function isSafeUrl(text?: string): boolean {
  if (text === undefined || !URL.canParse(text)) return true;
  const { protocol, hostname } = new URL(text);
  return protocol !== 'http:' || isLoopback(hostname);
}
