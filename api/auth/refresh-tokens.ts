/** Refresh tokens: opaque, 256 bits; only their digest is stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { RefreshToken } from '../../mongo/sessions.ts';

export const REFRESH_TOKEN_S = 7 * 24 * 3600;

export function newRefreshToken(now: Date): RefreshToken & { readonly token: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: digest(token), expiresAt: new Date(now.getTime() + REFRESH_TOKEN_S * 1000) };
}

export const digest = (token: string): string => createHash('sha256').update(token).digest('hex');
