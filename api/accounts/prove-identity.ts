/** Asks a caller who is signed in again who they are: a stolen token must not be enough, nor a way to guess. */
import type { UserRecord } from '../../mongo/users.ts';
import { Conflict, NotFound, Unauthenticated } from '../http/errors.ts';
import { auditSubject, type Caller, type RequestInfo } from '../http/request.ts';
import type { AccountDeps } from './deps.ts';
import { matchingTotpStep, recoveryDigest } from './two-factor-codes.ts';

type Occasion = 'password change' | 'two-factor setup' | 'API key';

/** By password. The account; throws `Unauthenticated` when the password is wrong, which is audited. */
export async function provePassword(
  password: string,
  during: Occasion,
  caller: Caller,
  deps: AccountDeps,
): Promise<UserRecord> {
  const { user } = caller;
  const account = await deps.users.findById(user.userId);
  if (!account) throw new NotFound('User not found');
  const attempts = `${user.username.toLowerCase()}|password`;
  await deps.limits.loginName.consume(attempts);
  if (!(await deps.passwords.verify(password, account.password_hash))) {
    await deps.audit.record('password_refused', auditSubject(caller, { during }));
    throw new Unauthenticated('Current password is incorrect');
  }
  await deps.limits.loginName.refund(attempts);
  return account;
}

/** Both factors. */
export interface Proof {
  readonly current_password: string;
  readonly code: string;
}

/** By password and code. Throws `Unauthenticated` when either is wrong, which is audited, and `Conflict` when no factor is enabled. */
export async function proveFactor(
  proof: Proof,
  during: Refusal['during'],
  { user, request }: Caller,
  deps: AccountDeps,
): Promise<void> {
  const { userId } = user;
  const factor = await deps.twoFactor.find(userId);
  if (!factor?.enabled_at) throw new Conflict('Two-factor authentication is not enabled');
  await deps.limits.twoFactor.consume(userId);
  const reason = await wrongPart(userId, proof, deps);
  if (reason) return refuseFactor({ userId, during, reason }, request, deps);
  await deps.limits.twoFactor.refund(userId);
}

/** A wrong password spends no code. */
async function wrongPart(userId: string, proof: Proof, deps: AccountDeps): Promise<Refusal['reason'] | null> {
  const account = await deps.users.findById(userId);
  const matches = await deps.passwords.verify(proof.current_password, account?.password_hash);
  if (!matches) return 'Incorrect password';
  return (await spendCode(userId, proof.code, deps)) ? null : 'Invalid code';
}

export type Factor = 'totp' | 'recovery_code';
type SpendNeeds = Pick<AccountDeps, 'twoFactor' | 'seal' | 'now'>;

/** No recovery code looks like this. */
const TOTP_CODE = /^\d{6}$/;

/**
 * Accepts a code of the second factor, from the authenticator or of recovery, for the first and last time. `null`
 * when the code is wrong or spent, or the user has no second factor.
 */
export async function spendCode(userId: string, code: string, deps: SpendNeeds): Promise<Factor | null> {
  const typed = code.replaceAll(/\s/g, '');
  if (TOTP_CODE.test(typed)) return (await spendTotp(userId, typed, deps)) ? 'totp' : null;
  return (await deps.twoFactor.useRecoveryCode(userId, recoveryDigest(typed))) ? 'recovery_code' : null;
}

async function spendTotp(
  userId: string,
  code: string,
  { twoFactor, seal, now }: SpendNeeds,
): Promise<boolean> {
  const factor = await twoFactor.find(userId);
  if (!factor?.enabled_at) return false;
  const step = matchingTotpStep(seal.open(factor.secret, userId), code, now());
  return step !== null && twoFactor.acceptStep(userId, factor.secret, step);
}

interface Refusal {
  readonly userId: string;
  readonly during: 'login' | 'enable' | 'disable' | 'recovery codes';
  readonly reason: 'Invalid code' | 'Incorrect password';
}

/** Writes down that a second factor was not proven, and refuses. */
export async function refuseFactor(
  { userId, during, reason }: Refusal,
  { ip, userAgent }: RequestInfo,
  { audit }: Pick<AccountDeps, 'audit'>,
): Promise<never> {
  await audit.record('two_factor_failed', { userId, details: { during, reason }, ip, userAgent });
  throw new Unauthenticated(reason);
}
