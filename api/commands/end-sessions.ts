/** Ends the sessions of an account, all or all but one, and the sign-ins that wait for their second factor. */
import type { Deps } from '../deps.ts';
import { endSession } from './end-session.ts';

type Needs = Pick<Deps, 'revokedTokens' | 'sessions' | 'standings' | 'twoFactorChallenges' | 'now'>;

/** Access tokens end with the account's `token_generation`, which the caller has raised. */
export async function endSessions(userId: string, deps: Needs, kept = ''): Promise<void> {
  deps.standings.changed();
  await deps.twoFactorChallenges.endOf(userId);
  const sessions = await deps.sessions.of(userId);
  for (const sessionId of sessions) if (sessionId !== kept) await endSession(sessionId, deps);
}
