/** Begins an enrolment: makes a secret, shows it this once and waits for a code that confirms it. */
import { type Enrolment, otpauth } from '../auth/otpauth.ts';
import { newTotpSecret } from '../auth/totp.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import type { Caller } from './caller.ts';
import { provePassword } from './prove-password.ts';

export async function setUpTwoFactor(password: string, caller: Caller, deps: Deps): Promise<Enrolment> {
  const { user_id: userId, username } = await provePassword(password, 'two-factor setup', caller, deps);
  const secret = newTotpSecret();
  const begun = await deps.twoFactor.begin(userId, deps.seal.close(secret, userId));
  if (!begun) throw new Conflict('Two-factor authentication is enabled already');
  return otpauth(secret, username);
}
