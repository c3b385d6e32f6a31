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

/** Purpose that separates the signing key from other keys derived from the same setting. */
const PURPOSE = 'csrf';
const RANDOM_BYTES = 16;
/** `<signature>.<issued at, Unix s>-<random>` */
const SHAPE = /^([\da-f]{64})\.((\d{1,12})-[\w-]{22})$/;

interface Csrf {
  /** `sessionId`: id of the session; empty for a caller without one. */
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
      const signatureBytes = Buffer.from(signature, 'hex');
      return accepted.some((candidate) =>
        timingSafeEqual(signatureBytes, sign(candidate, sessionId, random)),
      );
    },
  };
}

const toKey = (secret: string): Buffer => deriveKey(secret, PURPOSE);

const sign = (key: Buffer, sessionId: string, random: string): Buffer =>
  createHmac('sha256', key).update(`${sessionId}!${random}`).digest();

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

export type CookieSettings = Pick<AccountSettings, 'NODE_ENV'>;

/**
 * Name of the cookie that a token must match. Browsers accept the prefix `__Host-` only over TLS and only from the host
 * itself, so outside production, over plain HTTP, the name has no prefix.
 */
export const csrfCookieName = ({ NODE_ENV }: CookieSettings): string =>
  NODE_ENV === 'production' ? '__Host-csrf' : 'csrf';

/** HttpOnly: scripts read the token from the reply and do not need the cookie. */
export function csrfCookie(token: string, settings: CookieSettings): string {
  const cookie = `${csrfCookieName(settings)}=${token}; Path=/; Max-Age=${CSRF_TOKEN_S}; HttpOnly; SameSite=Strict`;
  return settings.NODE_ENV === 'production' ? `${cookie}; Secure` : cookie;
}

interface Verifier {
  readonly csrf: Csrf;
  now(): Date;
}

/** Parts that check the CSRF token of a request. */
export interface CsrfDeps extends Verifier {
  readonly tokens: Tokens;
  readonly settings: CookieSettings;
}

/**
 * Returns the browser's current token while at least half of its lifetime remains, else a new one. Tabs that ask at the
 * same time share one cookie and must not invalidate each other's token.
 */
export function issueOrKeep(current: string, sessionId: string, { csrf, now }: Verifier): string {
  const halfLater = new Date(now().getTime() + CSRF_TOKEN_S * 500);
  return csrf.verify(current, sessionId, halfLater) ? current : csrf.issue(sessionId, now());
}

/** Throws `Forbidden` unless the token equals the one in the cookie and is bound to one of these sessions. */
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
 * Id of the session that a CSRF token is bound to, read from the access token of the request; empty without a valid
 * access token. Does not check whether the session has ended.
 */
export async function sessionOf(
  authorization: string,
  { tokens, now }: { readonly tokens: Tokens; now(): Date },
): Promise<string> {
  const token = bearerOf(authorization);
  const claims = token ? await tokens.verify(token, now()) : null;
  return claims?.sessionId ?? '';
}
