/**
 * Refresh tokens: opaque, 256 bits; only their digest is stored. The successor of one is a function of it, so that
 * a call that is repeated because its reply was lost gets the same one again, and a session stays one line of tokens.
 */
import { createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { RefreshToken } from '../../mongo/sessions.ts';

export const REFRESH_TOKEN_S = 7 * 24 * 3600;

const BYTES = 32;
/** Keeps this key apart from all others derived from the same secret (HKDF, RFC 5869). */
const LABEL = 'refresh-token';

type NewToken = RefreshToken & { readonly token: string };

/** The first of a session. */
export const newRefreshToken = (now: Date): NewToken =>
  described(randomBytes(BYTES).toString('base64url'), now);

/** `secret`: JWT_SECRET; without it nobody knows what follows a token. */
export function nextRefreshToken(token: string, secret: string, now: Date): NewToken {
  const key = Buffer.from(hkdfSync('sha256', secret, '', LABEL, BYTES));
  return described(createHmac('sha256', key).update(token).digest('base64url'), now);
}

export const digest = (token: string): string => createHash('sha256').update(token).digest('hex');

const described = (token: string, now: Date): NewToken => ({
  token,
  hash: digest(token),
  expiresAt: new Date(now.getTime() + REFRESH_TOKEN_S * 1000),
});
