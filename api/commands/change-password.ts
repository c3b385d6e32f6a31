/** Changes the caller's password; every other session of theirs is over then. */
import { toPolicy } from '../auth/password-policy.ts';
import { passwordProblems } from '../auth/password-rules.ts';
import type { Deps } from '../deps.ts';
import { NotFound, Unauthenticated, Unprocessable } from '../errors.ts';
import type { Caller } from './caller.ts';
import { endSessions } from './end-sessions.ts';

interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
}

export async function changePassword(
  deps: Deps,
  { current_password: current, new_password: password }: PasswordChange,
  { user, request }: Caller,
): Promise<void> {
  const account = await deps.users.findById(user.userId);
  if (!account) throw new NotFound('User not found');
  // A stolen session must not be a way to guess the password.
  const attempts = `${user.username.toLowerCase()}|password`;
  await deps.limits.loginName.consume(attempts);
  if (!(await deps.passwords.verify(current, account.password_hash))) {
    throw new Unauthenticated('Current password is incorrect');
  }
  await deps.limits.loginName.refund(attempts);
  const { username } = user;
  const problems = passwordProblems({ password, username, current }, toPolicy(deps.settings));
  if (problems.length > 0) {
    const loc = ['body', 'new_password'];
    throw new Unprocessable(problems.map((msg) => ({ loc, msg, type: 'value_error' })));
  }
  await deps.users.setPasswordHash(user.userId, await deps.passwords.hash(password));
  await endSessions(user.userId, deps, user.sessionId);
  // The access token at hand lives on, but cannot be renewed without the new password.
  await deps.sessions.revoke(user.sessionId);
  const { ip, userAgent } = request;
  await deps.audit.record('password_changed', { userId: user.userId, details: {}, ip, userAgent });
}
