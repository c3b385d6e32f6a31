/** The one place that accepts a code of the second factor. */
import type { AccountDeps } from './deps.ts';
import { matchingTotpStep, recoveryDigest } from './two-factor-codes.ts';

export type Factor = 'totp' | 'recovery_code';
type SpendNeeds = Pick<AccountDeps, 'twoFactor' | 'seal' | 'now'>;

/** No recovery code looks like this. */
const TOTP_CODE = /^\d{6}$/;

/**
 * Accepts a code, from the authenticator or of recovery, for the first and last time. `null` when the code is wrong or
 * spent, or the user has no second factor.
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
