/** A session: the tokens it is given, and how one or all of an account come to their end. */
import type { Session } from '../../mongo/sessions.ts';
import type { UserRecord } from '../../mongo/users.ts';
import { ACCESS_TOKEN_S } from './access-tokens.ts';
import type { AccountDeps } from './deps.ts';
import type { TokenSet } from './login-reply.ts';

/** A session that nobody renews ends with its newest refresh token. */
export const REFRESH_TOKEN_S = 7 * 24 * 3600;

/** Signs the access token of a session and words the reply. */
export async function issueTokens(
  session: Session,
  { role, token_generation: generation = 0 }: UserRecord,
  refreshToken: string,
  { tokens, now }: Pick<AccountDeps, 'tokens' | 'now'>,
): Promise<TokenSet> {
  return {
    access_token: await tokens.sign({ ...session, role, generation }, now()),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_S,
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
  for (const sessionId of sessions) if (sessionId !== kept) await endSession(sessionId, deps);
}
