/** Secrets as text: digests for storage, keys derived per purpose, and constant-time comparison. */
import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

/** SHA-256 of a secret, hex; sufficient for secrets with enough entropy. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Derives a key by HKDF (RFC 5869). `purpose`: separates the key from other keys derived from the same setting. */
export const deriveKey = (setting: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', setting, '', purpose, KEY_BYTES));

/** True if both secrets are equal; compares in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
