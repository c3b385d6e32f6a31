/**
 * CSRF tokens after OWASP's signed double-submit cookie: hex(HMAC-SHA-256(key, sid!random)).random, where sid is
 * the caller's session and random begins with the time of issue. Nothing is stored.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiSettings } from '../config.ts';
import type { Deps } from '../deps.ts';
import { bearerOf } from './access-tokens.ts';

const CSRF_TOKEN_S = 2 * 3600;

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

/** The cookie that a CSRF token must agree with. */
type CookieSettings = Pick<ApiSettings, 'NODE_ENV'>;

/** `__Host-`: browsers take it from this very host only, over TLS; not to be had over plain HTTP. */
export const csrfCookieName = ({ NODE_ENV }: CookieSettings): string =>
  NODE_ENV === 'production' ? '__Host-csrf' : 'csrf';

/** Scripts have the token from the reply, and no need to read the cookie. */
export function csrfCookie(token: string, settings: CookieSettings): string {
  const cookie = `${csrfCookieName(settings)}=${token}; Path=/; Max-Age=${CSRF_TOKEN_S}; HttpOnly; SameSite=Strict`;
  return settings.NODE_ENV === 'production' ? `${cookie}; Secure` : cookie;
}

/** The session that a CSRF token is bound to: that of the access token sent along, if any. */

/** Empty without a token, or with one that is not ours; whether its session has ended is not asked. */
export async function sessionOf(
  authorization: string,
  { tokens, now }: Pick<Deps, 'tokens' | 'now'>,
): Promise<string> {
  const token = bearerOf(authorization);
  const claims = token ? await tokens.verify(token, now()) : null;
  return claims?.sessionId ?? '';
}
