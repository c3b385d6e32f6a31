/** Changes the caller's password; every other session of theirs is over then, and their API keys unless they stay. */
import { auditSubject, type Caller } from '../http/request.ts';
import { revokeApiKeys } from './api-keys.ts';
import type { AccountDeps } from './deps.ts';
import { requireGoodPassword } from './password-rules.ts';
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
  requireGoodPassword({ password, username, current }, 'new_password', deps.settings);
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
