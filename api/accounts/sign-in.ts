/**
 * Sign-in: username and password open a session, or start a challenge if the account has a second factor. The API
 * contract requires different statuses for an unknown user and a wrong password. The response times do not differ: both
 * cases take one bcrypt comparison.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { UserRecord } from '../../mongo/users.ts';
import { clientNetwork } from '../http/client-network.ts';
import { NotFound, Unauthenticated } from '../http/errors.ts';
import type { RequestInfo } from '../http/request.ts';
import { digest } from '../http/secrets.ts';
import type { AccountDeps } from './deps.ts';
import { refuseFactor } from './prove-identity.ts';
import { newRefreshToken } from './refresh-tokens.ts';
import {
  endSession,
  issueTokens,
  type LoginReply,
  refreshTokenEnd,
  type SecondFactor,
  type TokenSet,
} from './sessions.ts';
import { type Factor, spendCode } from './two-factor-codes.ts';

/** Number of characters that are kept of an unknown user name. */
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

/** Counts an attempt before its password is checked, so that parallel guesses each consume quota. */
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

/** An unknown user name may be a password typed into the wrong field, so only its beginning and length are kept. */
const hint = (username: string): string => `${username.slice(0, SHOWN)}... (${username.length} characters)`;

const unknownKey = ({ username }: Attempt, { settings }: AccountDeps): string =>
  createHmac('sha256', settings.PASSWORD_PEPPER).update(username.toLowerCase()).digest('base64url');

const failure = (user: UserRecord | null): string => {
  if (!user) return 'unknown user';
  return user.disabled ? 'disabled' : 'wrong password';
};

/** Lifetime of a temporary token, s. */
const CHALLENGE_S = 300;

/** Issues a temporary token (opaque, 256 bits), which is exchanged for a session with a code of the second factor. */
async function openChallenge(
  { user_id: userId }: UserRecord,
  { twoFactorChallenges, now }: AccountDeps,
): Promise<SecondFactor> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now().getTime() + CHALLENGE_S * 1000);
  await twoFactorChallenges.open({ hash: digest(token), userId, expiresAt });
  return { requires_2fa: true, temp_token: token, token_type: '2fa', expires_in: CHALLENGE_S };
}

/**
 * Longest stored user agent, characters: enough to identify a browser and its system. Every token of a session repeats
 * it.
 */
const MAX_AGENT = 160;

/** Second factor that was proven besides the password. */
interface ShownProof {
  readonly second_factor?: Factor;
}

/** Opens a session. `user`: the account as it was when the password was checked. */
async function openSession(
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
  const end = refreshTokenEnd(session, signedInAt, deps.settings.SESSION_DAYS);
  const { token, ...stored } = newRefreshToken(end);
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

/**
 * Throws if the password was changed during the sign-in: the change ended all sessions that existed at that time, but
 * perhaps not this one.
 */
async function requireUnchanged(user: UserRecord, sessionId: string, deps: AccountDeps): Promise<void> {
  const now = await deps.users.findById(user.user_id);
  if (now?.token_generation === user.token_generation) return;
  await endSession(sessionId, deps);
  throw new Unauthenticated('Password or second factor was changed meanwhile');
}

interface SecondAttempt {
  readonly temp_token: string;
  readonly code: string;
}

/**
 * Completes a sign-in by a code of the second factor. Quotas are taken before the code is checked, so that parallel
 * guesses each consume quota.
 */
export async function verifyTwoFactor(
  { temp_token, code }: SecondAttempt,
  request: RequestInfo,
  deps: AccountDeps,
): Promise<TokenSet> {
  const network = clientNetwork(request.ip);
  await deps.limits.loginAddress.consume(network);
  const hash = digest(temp_token);
  const userId = await deps.twoFactorChallenges.takeGuess(hash, deps.now());
  if (userId === null) throw deadToken();
  await deps.limits.twoFactor.consume(userId);
  const user = await deps.users.findById(userId);
  const factor = user && !user.disabled && (await spendCode(userId, code, deps));
  if (!factor) return refuseFactor({ userId, during: 'login', reason: 'Invalid code' }, request, deps.audit);
  const isFirst = await deps.twoFactorChallenges.end(hash);
  if (!isFirst) throw deadToken();
  await Promise.all([deps.limits.loginAddress.refund(network), deps.limits.twoFactor.refund(userId)]);
  return openSession(user, { second_factor: factor }, request, deps);
}

const deadToken = (): Unauthenticated => new Unauthenticated('Temporary token invalid or expired');
