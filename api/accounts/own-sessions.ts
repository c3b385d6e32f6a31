/** The sessions of an account as its owner sees and ends them. */
import { boolean, type InferType, object, string } from 'yup';
import { NotFound } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import type { AccountDeps } from './deps.ts';
import { proveFresh } from './prove-identity.ts';
import { endSession, lastMomentOf } from './sessions.ts';

const timestamp = () => string().datetime({ precision: 3 });

export const sessionSchema = object({
  session_id: string().required().meta({ description: 'A name only: it signs nobody in' }),
  signed_in_at: timestamp().required(),
  renewed_at: timestamp().nullable().defined().meta({ description: 'Null before the first renewal' }),
  ends_at: timestamp()
    .required()
    .meta({ description: 'Unless it is renewed; never later than SESSION_DAYS' }),
  user_agent: string()
    .nullable()
    .defined()
    .meta({ description: 'Of the sign-in, as the program names itself' }),
  is_current: boolean().required().meta({ description: 'The session of this request' }),
});
type SessionView = InferType<typeof sessionSchema>;

type Needs = Pick<AccountDeps, 'sessions' | 'settings' | 'now'>;

/** Sessions of the caller that have not ended, the newest sign-in first. */
export async function ownSessions({ user }: Pick<Caller, 'user'>, deps: Needs): Promise<SessionView[]> {
  const now = deps.now();
  const sessions = await deps.sessions.of(user.userId);
  return sessions.flatMap((session) => {
    const end = new Date(Math.min(+session.expiresAt, +lastMomentOf(session, deps.settings)));
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

/** Ends a session of the caller with all its tokens, from now on. */
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
