/** Sessions: their tokens, and the end of one or all sessions of an account. */
import { boolean, type InferType, number, object, string } from 'yup';
import type { RevokedTokens, Session, Sessions } from '../../mongo/sessions.ts';
import type { TwoFactorChallenges } from '../../mongo/two-factor.ts';
import type { UserRecord } from '../../mongo/users.ts';
import { NotFound } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { either } from '../http/schemas.ts';
import { ACCESS_TOKEN_S, type Tokens } from './access-tokens.ts';
import type { AccountCache } from './account-cache.ts';
import type { AccountDeps } from './deps.ts';
import { proveFresh } from './prove-identity.ts';

/** Tokens of a session. */
export const tokenSetSchema = object({
  access_token: string().required().meta({ description: 'JWT for the Authorization header' }),
  refresh_token: string().min(1).meta({
    description: 'Single use; the next reply carries its successor. Absent when it was sent as a cookie',
  }),
  token_type: string()
    .oneOf(['bearer'] as const)
    .required(),
  expires_in: number()
    .integer()
    .required()
    .meta({ unit: 's', description: 'Lifetime of the access token', examples: [3600] }),
});

/** Tokens as issued, before `session-cookie.ts` decides where the refresh token goes. */
export interface TokenSet extends InferType<typeof tokenSetSchema> {
  refresh_token: string;
}

const secondFactorSchema = object({
  requires_2fa: boolean().oneOf([true]).required(),
  temp_token: string().required().meta({ description: 'Single use, in POST /auth/verify-2fa' }),
  token_type: string()
    .oneOf(['2fa'] as const)
    .required(),
  expires_in: number()
    .integer()
    .required()
    .meta({ unit: 's', description: 'Lifetime of the temporary token', examples: [300] }),
});
export type SecondFactor = InferType<typeof secondFactorSchema>;

export const loginReplySchema = either(tokenSetSchema, secondFactorSchema);
export type LoginReply = TokenSet | SecondFactor;

const DAY_S = 24 * 3600;
/** Lifetime of a refresh token, s. A session that is not renewed ends when its newest refresh token expires. */
export const REFRESH_TOKEN_S = 7 * DAY_S;

interface SessionDeps {
  readonly sessions: Sessions;
  readonly revokedTokens: RevokedTokens;
  readonly twoFactorChallenges: TwoFactorChallenges;
  readonly accountCache: AccountCache;
  readonly tokens: Tokens;
  readonly settings: { readonly SESSION_DAYS: number };
  now(): Date;
}

type SignedIn = Pick<Session, 'signedInAt'>;

/** Latest end of a session, however often it is renewed. Lies in the past if the time of the sign-in is unknown. */
export const lastMomentOf = ({ signedInAt }: SignedIn, sessionDays: number): Date =>
  new Date((signedInAt?.getTime() ?? 0) + sessionDays * DAY_S * 1000);

/** End of a refresh token issued now. */
export const refreshTokenEnd = (session: SignedIn, now: Date, sessionDays: number): Date =>
  new Date(Math.min(now.getTime() + REFRESH_TOKEN_S * 1000, lastMomentOf(session, sessionDays).getTime()));

/** Signs the access token of a session, which expires with the session at the latest, and builds the reply. */
export async function issueTokens(
  session: Session,
  { role, token_generation: generation = 0 }: UserRecord,
  refreshToken: string,
  { tokens, settings, now }: SessionDeps,
): Promise<TokenSet> {
  const leftS = Math.floor((lastMomentOf(session, settings.SESSION_DAYS).getTime() - now().getTime()) / 1000);
  const lifetimeS = Math.min(ACCESS_TOKEN_S, leftS);
  return {
    access_token: await tokens.sign({ ...session, role, generation }, now(), lifetimeS),
    refresh_token: refreshToken,
    token_type: 'bearer',
    expires_in: lifetimeS,
  };
}

/**
 * Revokes all refresh and access tokens of a session. The revocation is kept until every token has expired, including
 * one that is being issued at this moment.
 */
export async function endSession(
  sessionId: string,
  { revokedTokens, sessions, accountCache, now }: SessionDeps,
): Promise<void> {
  await revokedTokens.revoke(sessionId, new Date(now().getTime() + REFRESH_TOKEN_S * 1000));
  accountCache.changed();
  await sessions.revoke(sessionId);
}

/**
 * Ends all sessions of an account, or all but one, and pending sign-ins that wait for a second factor. Access tokens
 * are invalidated by the account's `token_generation`, which the caller has raised.
 */
export async function endSessions(userId: string, deps: SessionDeps, keptSessionId = ''): Promise<void> {
  deps.accountCache.changed();
  await deps.twoFactorChallenges.endOf(userId);
  const sessions = await deps.sessions.of(userId);
  for (const { sessionId } of sessions) if (sessionId !== keptSessionId) await endSession(sessionId, deps);
}

const timestamp = () => string().datetime({ precision: 3 });

export const sessionSchema = object({
  session_id: string().required().meta({ description: 'An identifier, not a credential' }),
  signed_in_at: timestamp().required(),
  renewed_at: timestamp().nullable().defined().meta({ description: 'Null before the first renewal' }),
  ends_at: timestamp()
    .required()
    .meta({ description: 'End of the session unless it is renewed; never later than SESSION_DAYS' }),
  user_agent: string().nullable().defined().meta({ description: 'User-Agent of the sign-in' }),
  is_current: boolean().required().meta({ description: 'The session of this request' }),
});
type SessionView = InferType<typeof sessionSchema>;

/** Active sessions of the caller, newest sign-in first. */
export async function ownSessions({ user }: Pick<Caller, 'user'>, deps: SessionDeps): Promise<SessionView[]> {
  const now = deps.now();
  const sessions = await deps.sessions.of(user.userId);
  return sessions.flatMap((session) => {
    const end = new Date(Math.min(+session.expiresAt, +lastMomentOf(session, deps.settings.SESSION_DAYS)));
    if (!session.signedInAt || end <= now) return [];
    return {
      session_id: session.sessionId,
      signed_in_at: session.signedInAt.toISOString(),
      renewed_at: session.renewedAt?.toISOString() ?? null,
      ends_at: end.toISOString(),
      user_agent: session.userAgent ?? null,
      is_current: session.sessionId === user.sessionId,
    };
  });
}

/** Ends a session of the caller and revokes its tokens at once. */
export async function endOwnSession(
  sessionId: string,
  password: string | null | undefined,
  caller: Caller,
  deps: AccountDeps,
): Promise<void> {
  await proveFresh(password, 'end of a session', caller, deps);
  const sessions = await ownSessions(caller, deps);
  if (!sessions.some(({ session_id }) => session_id === sessionId)) throw new NotFound('Session not found');
  await endSession(sessionId, deps);
  const details = { session_id: sessionId, ended_by_session: caller.user.sessionId };
  await deps.audit.record('logout', auditSubject(caller, details));
}
