/** Changes the caller's password; every other session of theirs is over then, and their API keys unless they stay. */
import { Unprocessable } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import { revokeApiKey } from './api-keys.ts';
import type { AccountDeps } from './deps.ts';
import { passwordProblems, toPolicy } from './password-rules.ts';
import { provePassword } from './prove-identity.ts';
import { endSessions } from './sessions.ts';

interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
  readonly revoke_api_keys: boolean;
}

export async function changePassword(
  deps: AccountDeps,
  change: PasswordChange,
  caller: Caller,
): Promise<void> {
  const { current_password: current, new_password: password } = change;
  const { userId, username, sessionId } = caller.user;
  await provePassword(current, 'password change', caller, deps);
  const problems = passwordProblems({ password, username, current }, toPolicy(deps.settings));
  if (problems.length > 0) {
    const loc = ['body', 'new_password'];
    throw new Unprocessable(problems.map((msg) => ({ loc, msg, type: 'value_error' })));
  }
  const hash = await deps.passwords.hash(password);
  await deps.audit.together(async (tx) => {
    await deps.users.changePasswordHash(userId, hash, sessionId, tx);
    await deps.audit.record('password_changed', auditSubject(caller), tx);
  });
  await endSessions(userId, deps, sessionId);
  // The access token at hand lives on, but cannot be renewed without the new password.
  await deps.sessions.revoke(sessionId);
  if (change.revoke_api_keys) await revokeApiKeys(deps, caller);
}

async function revokeApiKeys(deps: AccountDeps, caller: Caller): Promise<void> {
  const keys = await deps.apiKeys.list(caller.user.userId);
  for (const { key_id } of keys) await revokeApiKey(deps, key_id, caller);
}
