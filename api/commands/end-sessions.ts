/** Ends the sessions of an account, all or all but one. */
import type { Deps } from '../deps.ts';
import { endSession } from './end-session.ts';

type Needs = Pick<Deps, 'revokedTokens' | 'sessions' | 'standings' | 'now'>;

export async function endSessions(userId: string, deps: Needs, kept = ''): Promise<void> {
  const sessions = await deps.sessions.of(userId);
  for (const sessionId of sessions) if (sessionId !== kept) await endSession(sessionId, deps);
}
