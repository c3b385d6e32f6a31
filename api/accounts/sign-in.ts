/**
 * Signing in: username and password open a session, or ask for the second factor of those who have one. An unknown
 * user is told apart from a wrong password because the reference wants it, but only by the status: both take the time
 * of one bcrypt comparison.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { UserRecord } from '../../mongo/users.ts';
import { clientNetwork } from '../http/client-network.ts';
import { NotFound, Unauthenticated } from '../http/errors.ts';
import type { RequestInfo } from '../http/request.ts';
import { digest } from '../http/secrets.ts';
import type { AccountDeps } from './deps.ts';
import type { LoginReply, SecondFactor } from './login-reply.ts';
import { openSession } from './open-session.ts';

/** What is kept of a name that nobody has, characters. */
const SHOWN = 2;

interface Attempt {
  readonly username: string;
  readonly password: string;
}

export async function logIn(attempt: Attempt, request: RequestInfo, deps: AccountDeps): Promise<LoginReply> {
  const user = await deps.users.findByUsername(attempt.username);
  const refund = await spendAttempt(user?.username ?? unknownKey(attempt, deps), request.ip, deps);
  const matches = await deps.passwords.verify(attempt.password, user?.password_hash);
  if (!user || user.disabled || !matches) return refuse(attempt, user, request, deps);
  await refund();
  if (deps.passwords.isOutdated(user.password_hash)) {
    const renewed = await deps.passwords.hash(attempt.password);
    await deps.users.renewPasswordHash(user.user_id, user.password_hash, renewed);
  }
  const factor = await deps.twoFactor.find(user.user_id);
  return factor?.enabled_at ? openChallenge(user, deps) : openSession(user, {}, request, deps);
}

/** Takes the attempt before it is made, so that parallel guesses cannot share one. */
async function spendAttempt(name: string, ip: string, { limits }: AccountDeps): Promise<() => Promise<void>> {
  const network = clientNetwork(ip);
  const key = `${name.toLowerCase()}|${network}`;
  await Promise.all([limits.loginAddress.consume(network), limits.loginName.consume(key)]);
  return async () => {
    await Promise.all([limits.loginAddress.refund(network), limits.loginName.refund(key)]);
  };
}

async function refuse(
  { username }: Attempt,
  user: UserRecord | null,
  request: RequestInfo,
  deps: AccountDeps,
): Promise<never> {
  const { ip, userAgent } = request;
  const reason = failure(user);
  await deps.audit.record('login_failed', {
    userId: user?.user_id ?? '',
    details: { username: user?.username ?? hint(username), reason },
    ip,
    userAgent,
  });
  throw user ? new Unauthenticated('Incorrect password') : new NotFound('User not found');
}

/** A name that nobody has may be a password in the wrong field: nothing is kept from which it could be told. */
const hint = (username: string): string => `${username.slice(0, SHOWN)}... (${username.length} characters)`;

const unknownKey = ({ username }: Attempt, { settings }: AccountDeps): string =>
  createHmac('sha256', settings.PASSWORD_PEPPER).update(username.toLowerCase()).digest('base64url');

const failure = (user: UserRecord | null): string => {
  if (!user) return 'unknown user';
  return user.disabled ? 'disabled' : 'wrong password';
};

/** How long a temporary token waits for its code. */
const CHALLENGE_S = 300;

/** Hands out a temporary token, opaque and of 256 bits, that a code of the second factor turns into a session. */
async function openChallenge(
  { user_id: userId }: UserRecord,
  { twoFactorChallenges, now }: AccountDeps,
): Promise<SecondFactor> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now().getTime() + CHALLENGE_S * 1000);
  await twoFactorChallenges.open({ hash: digest(token), userId, expiresAt });
  return { requires_2fa: true, temp_token: token, token_type: '2fa', expires_in: CHALLENGE_S };
}
