/**
 * Refresh tokens: opaque, 256 bits, for a single use; only their digest is stored. The successor of one is a function
 * of it, so that a call that is repeated because its reply was lost gets the same one again, and a session stays one
 * line of tokens. Whoever uses a token later once more has stolen it, or was robbed of it: its session ends.
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
/** What the key is for. */
const PURPOSE = 'refresh-token';

/** Exchanges a refresh token for a new set; the second use of one, unless it follows at once, ends its session. */
export async function refreshSession(
  refreshToken: string,
  request: RequestInfo,
  deps: AccountDeps,
): Promise<TokenSet> {
  const { ip, userAgent } = request;
  const hash = digest(refreshToken);
  // Each page that is loaded costs one, and many users may share a network.
  const known = await deps.sessions.find(hash);
  await deps.limits.refresh.consume(known?.userId ?? clientNetwork(ip));
  const { settings } = deps;
  const now = deps.now();
  if (!known || lastMomentOf(known, settings) <= now) throw refused();
  const end = refreshTokenEnd(known, now, settings);
  const { token, ...next } = nextRefreshToken(refreshToken, settings.JWT_SECRET, end);
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

/** The first of a session. */
export const newRefreshToken = (expiresAt: Date): NewToken =>
  described(randomBytes(BYTES).toString('base64url'), expiresAt);

/** `secret`: JWT_SECRET; without it nobody knows what follows a token. */
function nextRefreshToken(token: string, secret: string, expiresAt: Date): NewToken {
  const key = deriveKey(secret, PURPOSE);
  return described(createHmac('sha256', key).update(token).digest('base64url'), expiresAt);
}

const described = (token: string, expiresAt: Date): NewToken => ({ token, hash: digest(token), expiresAt });
