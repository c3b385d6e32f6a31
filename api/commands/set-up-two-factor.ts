/** Begins an enrolment: makes a secret, shows it this once and waits for a code that confirms it. */
import { type Enrolment, otpauth } from '../auth/otpauth.ts';
import { newTotpSecret } from '../auth/totp.ts';
import type { Deps } from '../deps.ts';
import { Conflict, NotFound } from '../errors.ts';

export async function setUpTwoFactor(userId: string, deps: Deps): Promise<Enrolment> {
  const user = await deps.users.findById(userId);
  if (!user) throw new NotFound('User not found');
  const secret = newTotpSecret();
  const begun = await deps.twoFactor.begin(userId, deps.seal.close(secret, userId));
  if (!begun) throw new Conflict('Two-factor authentication is enabled already');
  return otpauth(secret, user.username);
}
