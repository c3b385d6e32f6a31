/** Exchanges a refresh token for a new set; the second use of one, unless it follows at once, ends its session. */

import type { Deps } from '../deps.ts';
import { Unauthenticated } from '../http/errors.ts';
import { clientNetwork } from '../http/limits.ts';
import type { RequestInfo } from '../http/route.ts';
import type { TokenSet } from './login-reply.ts';
import { digest, nextRefreshToken } from './refresh-tokens.ts';
import { endSession, issueTokens } from './sessions.ts';

export async function refreshSession(
  refreshToken: string,
  request: RequestInfo,
  deps: Deps,
): Promise<TokenSet> {
  const { ip, userAgent } = request;
  await deps.limits.refresh.consume(clientNetwork(ip));
  const { token, ...next } = nextRefreshToken(refreshToken, deps.settings.JWT_SECRET, deps.now());
  const rotation = await deps.sessions.rotate(digest(refreshToken), next, deps.now());
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
