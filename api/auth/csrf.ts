/**
 * CSRF tokens after OWASP's signed double-submit cookie: hex(HMAC-SHA-256(key, sid!random)).random, where sid is
 * the caller's session and random begins with the time of issue. Nothing is stored.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export const CSRF_TOKEN_S = 2 * 3600;

/** Keeps this key apart from all others derived from the same secret (HKDF, RFC 5869). */
const LABEL = 'csrf';
const KEY_BYTES = 32;
const RANDOM_BYTES = 16;
/** Signature, then seconds since 1970 and what nobody can guess. */
const SHAPE = /^([\da-f]{64})\.((\d{1,12})-[\w-]{22})$/;

export interface Csrf {
  /** `sessionId`: empty for a caller without a session. */
  issue(sessionId: string, now: Date): string;
  /** True for a token of this session that is not expired. */
  verify(token: string, sessionId: string, now: Date): boolean;
}

export function createCsrf(secret: string, previousSecret?: string): Csrf {
  const key = toKey(secret);
  const accepted = previousSecret === undefined ? [key] : [key, toKey(previousSecret)];
  return {
    issue: (sessionId, now) => {
      const random = `${toSeconds(now)}-${randomBytes(RANDOM_BYTES).toString('base64url')}`;
      return `${sign(key, sessionId, random).toString('hex')}.${random}`;
    },
    verify: (token, sessionId, now) => {
      const [, signature = '', random = '', issuedAt] = SHAPE.exec(token) ?? [];
      if (!signature || toSeconds(now) - Number(issuedAt) >= CSRF_TOKEN_S) return false;
      const given = Buffer.from(signature, 'hex');
      return accepted.some((candidate) => timingSafeEqual(given, sign(candidate, sessionId, random)));
    },
  };
}

const toKey = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', LABEL, KEY_BYTES));

const sign = (key: Buffer, sessionId: string, random: string): Buffer =>
  createHmac('sha256', key).update(`${sessionId}!${random}`).digest();

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);
