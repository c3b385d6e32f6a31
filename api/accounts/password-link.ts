/**
 * New passwords: changed by a caller who states the current one, or reset by a link if the current one is forgotten. An
 * administrator creates the link, which works once and within an hour; the second factor is kept. The token is in the
 * fragment of the URL (after `#`), which is never logged.
 */
import { randomBytes } from 'node:crypto';
import { clientNetwork } from '../http/client-network.ts';
import { Conflict, NotFound, Unauthenticated } from '../http/errors.ts';
import { auditSubject, type Caller, type RequestInfo } from '../http/request.ts';
import { digest, isSameSecret } from '../http/secrets.ts';
import { revokeApiKeys } from './api-keys.ts';
import type { AccountDeps } from './deps.ts';
import { requireGoodPassword } from './password-rules.ts';
import { provePassword } from './prove-identity.ts';
import { endSessions } from './sessions.ts';

const LINK_MS = 3600 * 1000;

/** Creates a link that resets a user's password; invalidates the previous link. Only this reply contains the token. */
export async function makePasswordLink(userId: string, { user, request }: Caller, deps: AccountDeps) {
  // Prevents a stolen access token from being enough to change the password.
  if (userId === user.userId) throw new Conflict('Change your own password with the current one');
  const account = await deps.users.findById(userId);
  if (!account) throw new NotFound('User not found');
  if (account.disabled) throw new Conflict('The account is disabled');
  const token = `${userId}.${randomBytes(32).toString('base64url')}`;
  const expires_at = new Date(deps.now().getTime() + LINK_MS);
  const link = { digest: digest(token), expires_at, made_by: user.userId };
  const { ip, userAgent } = request;
  await deps.audit.together(async (tx) => {
    await deps.users.setPasswordLink(userId, link, tx);
    await deps.audit.record(
      'password_link_made',
      { userId, details: { by: user.userId }, ip, userAgent },
      tx,
    );
  });
  return { token, expires_at: expires_at.toISOString() };
}

interface Choice {
  readonly token: string;
  readonly new_password: string;
}

/**
 * Sets a new password by a link. Ends every session and API key of the account. Every faulty link is refused with the
 * same message.
 */
export async function usePasswordLink(
  { token, new_password: password }: Choice,
  request: RequestInfo,
  deps: AccountDeps,
): Promise<void> {
  const network = clientNetwork(request.ip);
  await deps.limits.loginAddress.consume(network);
  const [userId = ''] = token.split('.');
  const account = await deps.users.findById(userId);
  const link = account?.password_link;
  const isLive = link && link.expires_at > deps.now() && isSameSecret(link.digest, digest(token));
  if (!account || !isLive) return refuse(account?.user_id, request, deps);
  await deps.limits.loginAddress.refund(network);
  requireGoodPassword({ password, username: account.username }, 'new_password', deps.settings);
  const hash = await deps.passwords.hash(password);
  const { ip, userAgent } = request;
  const isFirst = await deps.audit.together(async (tx) => {
    const isUsed = await deps.users.usePasswordLink(userId, link.digest, hash, tx);
    const details = { by: link.made_by };
    if (isUsed) await deps.audit.record('password_changed', { userId, details, ip, userAgent }, tx);
    return isUsed;
  });
  if (!isFirst) return refuse(userId, request, deps);
  await endSessions(userId, deps);
  await revokeApiKeys(deps, { user: { userId }, request });
}

async function refuse(userId = '', { ip, userAgent }: RequestInfo, { audit }: AccountDeps): Promise<never> {
  await audit.record('login_failed', { userId, details: { reason: 'password link' }, ip, userAgent });
  throw new Unauthenticated('The link is invalid, expired or used already', 'Bearer');
}

interface PasswordChange {
  readonly current_password: string;
  readonly new_password: string;
  readonly revoke_api_keys: boolean;
}

/**
 * Changes the caller's password. Ends all other sessions of the caller, and deletes their API keys unless
 * `revoke_api_keys` is false.
 */
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
  // The current access token stays valid, but renewing it requires the new password.
  await deps.sessions.revoke(sessionId);
  if (change.revoke_api_keys) await revokeApiKeys(deps, caller);
}
