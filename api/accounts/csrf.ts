/**
 * CSRF tokens after OWASP's signed double-submit cookie: hex(HMAC-SHA-256(key, sid!random)).random, where sid is
 * the caller's session and random begins with the time of issue. Nothing is stored.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Forbidden } from '../http/errors.ts';
import { deriveKey, isSameSecret } from '../http/secrets.ts';
import { bearerOf, type Tokens } from './access-tokens.ts';
import type { AccountSettings } from './settings.ts';

const CSRF_TOKEN_S = 2 * 3600;

/** What the key is for. */
const PURPOSE = 'csrf';
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

const toKey = (secret: string): Buffer => deriveKey(secret, PURPOSE);

const sign = (key: Buffer, sessionId: string, random: string): Buffer =>
  createHmac('sha256', key).update(`${sessionId}!${random}`).digest();

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

type CookieSettings = Pick<AccountSettings, 'NODE_ENV'>;

/**
 * The cookie that a token must agree with. `__Host-`: browsers take it from this very host only, over TLS; not to be
 * had over plain HTTP.
 */
export const csrfCookieName = ({ NODE_ENV }: CookieSettings): string =>
  NODE_ENV === 'production' ? '__Host-csrf' : 'csrf';

/** Scripts have the token from the reply, and no need to read the cookie. */
export function csrfCookie(token: string, settings: CookieSettings): string {
  const cookie = `${csrfCookieName(settings)}=${token}; Path=/; Max-Age=${CSRF_TOKEN_S}; HttpOnly; SameSite=Strict`;
  return settings.NODE_ENV === 'production' ? `${cookie}; Secure` : cookie;
}

interface Verifier {
  readonly csrf: Csrf;
  now(): Date;
}

/**
 * The token that a browser has, while half of its time is left: tabs that ask at the same time share one cookie, and
 * must not take each other's token away. Otherwise a new one.
 */
export function issueOrKeep(held: string, sessionId: string, { csrf, now }: Verifier): string {
  const halfLater = new Date(now().getTime() + CSRF_TOKEN_S * 500);
  return csrf.verify(held, sessionId, halfLater) ? held : csrf.issue(sessionId, now());
}

/** Throws `Forbidden` unless the token is that of the cookie, and of one of these sessions. */
export function requireToken(
  token: string,
  cookie: string,
  sessionIds: readonly string[],
  { csrf, now }: Verifier,
): void {
  if (isSameSecret(token, cookie) && sessionIds.some((id) => csrf.verify(token, id, now()))) return;
  throw new Forbidden('CSRF token missing or invalid');
}

/**
 * The session that a token is bound to: that of the access token sent along. Empty without one, or with one that is
 * not ours; whether the session has ended is not asked.
 */
export async function sessionOf(
  authorization: string,
  { tokens, now }: { readonly tokens: Tokens; now(): Date },
): Promise<string> {
  const token = bearerOf(authorization);
  const claims = token ? await tokens.verify(token, now()) : null;
  return claims?.sessionId ?? '';
}
