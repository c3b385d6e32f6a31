/** Secrets as text: digests to store, keys for one purpose, and comparison that tells nothing of how near a guess is. */
import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;

/** SHA-256, hex: enough for a text that nobody can guess. */
export const digest = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** HKDF (RFC 5869): `purpose` keeps the key apart from all others of the same setting. */
export const deriveKey = (setting: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', setting, '', purpose, KEY_BYTES));

/** Takes as long for a guess that is nearly right. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
