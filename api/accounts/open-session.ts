/** Opens the session of a user who has proven who they are. */
import { randomUUID } from 'node:crypto';
import type { UserRecord } from '../../mongo/users.ts';
import { Unauthenticated } from '../http/errors.ts';
import type { RequestInfo } from '../http/request.ts';
import type { AccountDeps } from './deps.ts';
import type { TokenSet } from './login-reply.ts';
import { newRefreshToken } from './refresh-tokens.ts';
import { endSession, issueTokens, refreshTokenEnd } from './sessions.ts';
import type { Factor } from './spend-code.ts';

/** Long enough to tell a browser and its system; every token of a session repeats it. */
const MAX_AGENT = 160;

/** What was shown beside the password. */
interface ShownProof {
  readonly second_factor?: Factor;
}

/** `user`: as they were when the proof was judged. */
export async function openSession(
  user: UserRecord,
  proof: ShownProof,
  request: RequestInfo,
  deps: AccountDeps,
): Promise<TokenSet> {
  const { user_id: userId } = user;
  const { ip, userAgent } = request;
  const signedInAt = deps.now();
  const agent = userAgent.slice(0, MAX_AGENT);
  const session = { sessionId: randomUUID(), userId, signedInAt, ...(agent && { userAgent: agent }) };
  const { token, ...stored } = newRefreshToken(refreshTokenEnd(session, signedInAt, deps.settings));
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
async function requireUnchanged(user: UserRecord, sessionId: string, deps: AccountDeps): Promise<void> {
  const now = await deps.users.findById(user.user_id);
  if (now?.token_generation === user.token_generation) return;
  await endSession(sessionId, deps);
  throw new Unauthenticated('Password or second factor was changed meanwhile');
}
