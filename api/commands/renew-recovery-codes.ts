/** New recovery codes for a user who proves both factors; the old ones are worth nothing from then on. */
import { newRecoveryCodes, recoveryDigest } from '../auth/recovery-codes.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import type { Caller } from './caller.ts';
import { type Proof, proveFactor } from './prove-factor.ts';

/** The codes. */
export async function renewRecoveryCodes(proof: Proof, caller: Caller, deps: Deps): Promise<string[]> {
  await proveFactor(proof, 'recovery codes', caller, deps);
  const { user, request } = caller;
  const { userId } = user;
  const codes = newRecoveryCodes();
  const { ip, userAgent } = request;
  await deps.audit.together(async (tx) => {
    const renewed = await deps.twoFactor.renewRecoveryCodes(userId, codes.map(recoveryDigest), tx);
    if (!renewed) throw new Conflict('Another call disabled two-factor authentication meanwhile');
    await deps.audit.record('recovery_codes_renewed', { userId, details: {}, ip, userAgent }, tx);
  });
  return codes;
}
