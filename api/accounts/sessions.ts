/** Opens the session of a user who has proven who they are. */
import { randomUUID } from 'node:crypto';
import type { Session } from '../../mongo/sessions.ts';
import type { UserRecord } from '../../mongo/users.ts';
import type { Deps } from '../deps.ts';
import { Unauthenticated } from '../http/errors.ts';
import type { RequestInfo } from '../http/route.ts';
import { ACCESS_TOKEN_S } from './access-tokens.ts';
import type { TokenSet } from './login-reply.ts';
import type { Factor } from './prove-identity.ts';
import { newRefreshToken, REFRESH_TOKEN_S } from './refresh-tokens.ts';

/** What was shown beside the password. */
interface ShownProof {
  readonly second_factor?: Factor;
}

/** `user`: as they were when the proof was judged. */
export async function openSession(
  user: UserRecord,
  proof: ShownProof,
  request: RequestInfo,
  deps: Deps,
): Promise<TokenSet> {
  const { user_id: userId } = user;
  const { ip, userAgent } = request;
  const signedInAt = deps.now();
  const session = { sessionId: randomUUID(), userId, signedInAt };
  const { token, ...stored } = newRefreshToken(signedInAt);
  await deps.sessions.open(session, stored);
  await requireUnchanged(user, session.sessionId, deps);
  await deps.audit.record('login', {
    userId,
    details: { session_id: session.sessionId, ...proof },
    ip,
    userAgent,
  });
  return issueTokens(session, user, token, deps);
}

/** A password that was changed meanwhile has ended the sessions there were, which may not include this one. */
async function requireUnchanged(user: UserRecord, sessionId: string, deps: Deps): Promise<void> {
  const now = await deps.users.findById(user.user_id);
  if (now?.token_generation === user.token_generation) return;
  await endSession(sessionId, deps);
  throw new Unauthenticated('Password or second factor was changed meanwhile');
}

/** Signs the access token of a session and words the reply. */
export async function issueTokens(
  session: Session,
  { role, token_generation: generation = 0 }: UserRecord,
  refreshToken: string,
  { tokens, now }: Deps,
): Promise<TokenSet> {
  return {
    access_token: await tokens.sign({ ...session, role, generation }, now()),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_S,
  };
}

/** Ends a session: neither its refresh tokens nor its access tokens work any more. */
type EndNeeds = Pick<Deps, 'revokedTokens' | 'sessions' | 'standings' | 'now'>;

/** The mark outlives every token of the session, also one that is being issued right now. */
export async function endSession(
  sessionId: string,
  { revokedTokens, sessions, standings, now }: EndNeeds,
): Promise<void> {
  await revokedTokens.revoke(sessionId, new Date(now().getTime() + REFRESH_TOKEN_S * 1000));
  standings.changed();
  await sessions.revoke(sessionId);
}

/** Ends the sessions of an account, all or all but one, and the sign-ins that wait for their second factor. */
type EndAllNeeds = Pick<Deps, 'revokedTokens' | 'sessions' | 'standings' | 'twoFactorChallenges' | 'now'>;

/** Access tokens end with the account's `token_generation`, which the caller has raised. */
export async function endSessions(userId: string, deps: EndAllNeeds, kept = ''): Promise<void> {
  deps.standings.changed();
  await deps.twoFactorChallenges.endOf(userId);
  const sessions = await deps.sessions.of(userId);
  for (const sessionId of sessions) if (sessionId !== kept) await endSession(sessionId, deps);
}
