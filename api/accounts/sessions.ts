/** A session: the tokens it is given, and how one or all of an account come to their end. */
import type { Session } from '../../mongo/sessions.ts';
import type { UserRecord } from '../../mongo/users.ts';
import { ACCESS_TOKEN_S } from './access-tokens.ts';
import type { AccountDeps } from './deps.ts';
import type { TokenSet } from './login-reply.ts';

const DAY_S = 24 * 3600;
/** A session that nobody renews ends with its newest refresh token. */
export const REFRESH_TOKEN_S = 7 * DAY_S;

type SignedIn = Pick<Session, 'signedInAt'>;
type EndSettings = Pick<AccountDeps['settings'], 'SESSION_DAYS'>;

/** However often it is renewed, a session ends then; one whose sign-in nobody knows has ended. */
export const lastMomentOf = ({ signedInAt }: SignedIn, { SESSION_DAYS }: EndSettings): Date =>
  new Date((signedInAt?.getTime() ?? 0) + SESSION_DAYS * DAY_S * 1000);

/** When a refresh token ends that the session is given now. */
export const refreshTokenEnd = (session: SignedIn, now: Date, settings: EndSettings): Date =>
  new Date(Math.min(now.getTime() + REFRESH_TOKEN_S * 1000, lastMomentOf(session, settings).getTime()));

/** Signs the access token of a session, which does not outlive it, and words the reply. */
export async function issueTokens(
  session: Session,
  { role, token_generation: generation = 0 }: UserRecord,
  refreshToken: string,
  { tokens, settings, now }: Pick<AccountDeps, 'tokens' | 'settings' | 'now'>,
): Promise<TokenSet> {
  const leftS = Math.floor((lastMomentOf(session, settings).getTime() - now().getTime()) / 1000);
  const lifetimeS = Math.min(ACCESS_TOKEN_S, leftS);
  return {
    access_token: await tokens.sign({ ...session, role, generation }, now(), lifetimeS),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: lifetimeS,
  };
}

type EndNeeds = Pick<AccountDeps, 'revokedTokens' | 'sessions' | 'accountCache' | 'now'>;

/**
 * Neither the refresh tokens nor the access tokens of the session work any more. The mark outlives every one of them,
 * also one that is being issued right now.
 */
export async function endSession(
  sessionId: string,
  { revokedTokens, sessions, accountCache, now }: EndNeeds,
): Promise<void> {
  await revokedTokens.revoke(sessionId, new Date(now().getTime() + REFRESH_TOKEN_S * 1000));
  accountCache.changed();
  await sessions.revoke(sessionId);
}

/**
 * Ends the sessions of an account, all or all but one, and the sign-ins that wait for their second factor. Access
 * tokens end with the account's `token_generation`, which the caller has raised.
 */
export async function endSessions(
  userId: string,
  deps: EndNeeds & Pick<AccountDeps, 'twoFactorChallenges'>,
  kept = '',
): Promise<void> {
  deps.accountCache.changed();
  await deps.twoFactorChallenges.endOf(userId);
  const sessions = await deps.sessions.of(userId);
  for (const { sessionId } of sessions) if (sessionId !== kept) await endSession(sessionId, deps);
}
