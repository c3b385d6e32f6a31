/** Asks a caller who is signed in for both factors, password and code, before the second one is changed. */
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import type { Caller } from './caller.ts';
import { type Refusal, refuseFactor } from './refuse-factor.ts';
import { spendCode } from './spend-code.ts';

export interface Proof {
  readonly current_password: string;
  readonly code: string;
}

/** Throws `Unauthenticated` when either is wrong, which is audited, and `Conflict` when no factor is enabled. */
export async function proveFactor(
  proof: Proof,
  during: Refusal['during'],
  { user, request }: Caller,
  deps: Deps,
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
async function wrongPart(userId: string, proof: Proof, deps: Deps): Promise<Refusal['reason'] | null> {
  const account = await deps.users.findById(userId);
  const matches = await deps.passwords.verify(proof.current_password, account?.password_hash);
  if (!matches) return 'Incorrect password';
  return (await spendCode(userId, proof.code, deps)) ? null : 'Invalid code';
}
