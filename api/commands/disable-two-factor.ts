/** Forgets the second factor of a user who proves both. */
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import type { Caller } from './caller.ts';
import { type Refusal, refuseFactor } from './refuse-factor.ts';
import { spendCode } from './spend-code.ts';

interface Proof {
  readonly current_password: string;
  readonly code: string;
}

export async function disableTwoFactor(proof: Proof, { user, request }: Caller, deps: Deps): Promise<void> {
  const { userId } = user;
  const factor = await deps.twoFactor.find(userId);
  if (!factor?.enabled_at) throw new Conflict('Two-factor authentication is not enabled');
  await deps.limits.twoFactor.consume(userId);
  const reason = await wrongPart(userId, proof, deps);
  if (reason) return refuseFactor({ userId, during: 'disable', reason }, request, deps);
  await deps.limits.twoFactor.refund(userId);
  await deps.twoFactor.disable(userId);
  const { ip, userAgent } = request;
  await deps.audit.record('two_factor_disabled', { userId, details: {}, ip, userAgent });
}

/** A wrong password spends no code. */
async function wrongPart(userId: string, proof: Proof, deps: Deps): Promise<Refusal['reason'] | null> {
  const account = await deps.users.findById(userId);
  const matches = await deps.passwords.verify(proof.current_password, account?.password_hash);
  if (!matches) return 'Incorrect password';
  return (await spendCode(userId, proof.code, deps)) ? null : 'Invalid code';
}
