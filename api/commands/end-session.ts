/** Ends a session: neither its refresh tokens nor its access tokens work any more. */
import { REFRESH_TOKEN_S } from '../auth/refresh-tokens.ts';
import type { Deps } from '../deps.ts';

type Needs = Pick<Deps, 'revokedTokens' | 'sessions' | 'standings' | 'now'>;

/** The mark outlives every token of the session, also one that is being issued right now. */
export async function endSession(
  sessionId: string,
  { revokedTokens, sessions, standings, now }: Needs,
): Promise<void> {
  await revokedTokens.revoke(sessionId, new Date(now().getTime() + REFRESH_TOKEN_S * 1000));
  standings.changed();
  await sessions.revoke(sessionId);
}
