/**
 * Refresh tokens: opaque, 256 bits, single use; only the digest is stored. The successor of a token is derived from it:
 * if the reply of a renewal is lost, the repeated request receives the same successor, and the session remains one
 * chain of tokens. A later second use means that the token was stolen: the session ends.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { RefreshToken } from '../../mongo/sessions.ts';
import { clientNetwork } from '../http/client-network.ts';
import { Unauthenticated } from '../http/errors.ts';
import type { RequestInfo } from '../http/request.ts';
import { deriveKey, digest } from '../http/secrets.ts';
import type { AccountDeps } from './deps.ts';
import { endSession, issueTokens, lastMomentOf, refreshTokenEnd, type TokenSet } from './sessions.ts';

const BYTES = 32;
/** Purpose that separates the key from other keys derived from the same setting. */
const PURPOSE = 'refresh-token';

/**
 * Exchanges a refresh token for a new set of tokens. A second use of the token ends the session, unless the second use
 * follows within seconds of the first.
 */
export async function refreshSession(
  refreshToken: string,
  request: RequestInfo,
  deps: AccountDeps,
): Promise<TokenSet> {
  const { ip, userAgent } = request;
  const hash = digest(refreshToken);
  // Renewals are limited per user if the token is known, else per network address: every page load renews once, and
  // many users may share an address.
  const storedSession = await deps.sessions.find(hash);
  await deps.limits.refresh.consume(storedSession?.userId ?? clientNetwork(ip));
  const { SESSION_DAYS, JWT_SECRET } = deps.settings;
  const now = deps.now();
  if (!storedSession || lastMomentOf(storedSession, SESSION_DAYS) <= now) throw refused();
  const end = refreshTokenEnd(storedSession, now, SESSION_DAYS);
  const { token, ...next } = nextRefreshToken(refreshToken, JWT_SECRET, end);
  const rotation = await deps.sessions.rotate(hash, next, now);
  if (rotation.outcome === 'unknown') throw refused();
  const { outcome, ...session } = rotation;
  const { sessionId, userId } = session;
  const subject = { userId, details: { session_id: sessionId }, ip, userAgent };
  if (outcome === 'reused') {
    await endSession(sessionId, deps);
    await deps.audit.record('token_reuse_detected', subject);
    throw refused();
  }
  const [user, revoked] = await Promise.all([
    deps.users.findById(userId),
    deps.revokedTokens.includes([sessionId]),
  ]);
  if (!user || user.disabled || revoked) throw refused();
  await deps.audit.record('token_refreshed', subject);
  return issueTokens(session, user, token, deps);
}

const refused = (): Unauthenticated => new Unauthenticated('Refresh token invalid or expired');

type NewToken = RefreshToken & { readonly token: string };

/** The first refresh token of a session. */
export const newRefreshToken = (expiresAt: Date): NewToken =>
  described(randomBytes(BYTES).toString('base64url'), expiresAt);

/** The successor of a refresh token. `secret`: JWT_SECRET, without which a successor cannot be predicted. */
function nextRefreshToken(token: string, secret: string, expiresAt: Date): NewToken {
  const key = deriveKey(secret, PURPOSE);
  return described(createHmac('sha256', key).update(token).digest('base64url'), expiresAt);
}

const described = (token: string, expiresAt: Date): NewToken => ({ token, hash: digest(token), expiresAt });
