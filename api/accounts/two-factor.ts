/** The second factor of an account: set up, enabled, renewed or disabled by its owner, or reset by an administrator. */
import { array, object, string } from 'yup';
import { Conflict, Forbidden, NotFound } from '../http/errors.ts';
import { auditSubject, type Caller } from '../http/request.ts';
import type { AccountDeps } from './deps.ts';
import { type Proof, proveFactor, provePassword, refuseFactor } from './prove-identity.ts';
import { endSessions } from './sessions.ts';
import { mustHaveFactor } from './settings.ts';
import {
  type Enrolment,
  matchingTotpStep,
  newRecoveryCodes,
  newTotpSecret,
  otpauth,
  recoveryDigest,
} from './two-factor-codes.ts';

/** A code of the second factor, as typed. */
export const factorCode = (description: string) =>
  string().required('Field required').max(64).meta({ description });

/** Password and code of a signed-in user. */
export const bothFactors = object({
  current_password: string().required('Field required').max(1024).meta({ description: 'Password' }),
  code: factorCode('Six digits from the authenticator, or a recovery code'),
});

/** Schema of recovery codes. Only the replies with this field contain the codes. */
export const recoveryCodes = () =>
  array(string().required())
    .required()
    .meta({ description: 'Each code works once, in place of an authenticator code; never shown again' });

/**
 * Begins an enrolment: creates a secret, which is shown only in this reply and becomes active once a code confirms it.
 */
export async function setUpTwoFactor(
  password: string,
  caller: Caller,
  deps: AccountDeps,
): Promise<Enrolment> {
  const { user_id: userId, username } = await provePassword(password, 'two-factor setup', caller, deps);
  const secret = newTotpSecret();
  const isStored = await deps.twoFactor.begin(userId, deps.seal.close(secret, userId));
  if (!isStored) throw new Conflict('Two-factor authentication is enabled already');
  return otpauth(secret, username);
}

/**
 * Completes an enrolment: a first code shows that the authenticator has the secret. Ends every other session of the
 * user. Returns the recovery codes, which are shown only now.
 */
export async function enableTwoFactor(code: string, caller: Caller, deps: AccountDeps) {
  const { userId, sessionId } = caller.user;
  const secret = await pendingSecret(userId, deps);
  const step = matchingTotpStep(deps.seal.open(secret, userId), code.replaceAll(/\s/g, ''), deps.now());
  if (step === null)
    return refuseFactor({ userId, during: 'enable', reason: 'Invalid code' }, caller.request, deps.audit);
  const codes = newRecoveryCodes();
  const recovery_hashes = codes.map(recoveryDigest);
  const enabling = { enabled_at: deps.now(), last_step: step, recovery_hashes };
  await deps.audit.together(async (tx) => {
    const enabled = await deps.twoFactor.enable(userId, secret, enabling, tx);
    if (!enabled) throw new Conflict('Another call set up or enabled two-factor authentication meanwhile');
    await deps.users.endTokens(userId, sessionId, tx);
    await deps.audit.record('two_factor_enabled', auditSubject(caller), tx);
  });
  await endSessions(userId, deps, sessionId);
  return codes;
}

async function pendingSecret(userId: string, { twoFactor }: AccountDeps): Promise<string> {
  const factor = await twoFactor.find(userId);
  if (!factor) throw new Conflict('Two-factor authentication is not set up yet');
  if (factor.enabled_at) throw new Conflict('Two-factor authentication is enabled already');
  return factor.secret;
}

/** Removes the second factor of a user who proves both factors; ends all their other sessions. */
export async function disableTwoFactor(proof: Proof, caller: Caller, deps: AccountDeps): Promise<void> {
  const { userId, sessionId, role } = caller.user;
  if (mustHaveFactor(role, deps.settings)) throw new Forbidden('Your account must have a second factor');
  await proveFactor(proof, 'disable', caller, deps);
  await deps.audit.together(async (tx) => {
    await deps.twoFactor.disable(userId, tx);
    await deps.users.endTokens(userId, sessionId, tx);
    await deps.audit.record('two_factor_disabled', auditSubject(caller), tx);
  });
  await endSessions(userId, deps, sessionId);
}

/** New recovery codes for a user who proves both factors; the old ones become invalid. */
export async function renewRecoveryCodes(proof: Proof, caller: Caller, deps: AccountDeps): Promise<string[]> {
  await proveFactor(proof, 'recovery codes', caller, deps);
  const { userId } = caller.user;
  const codes = newRecoveryCodes();
  await deps.audit.together(async (tx) => {
    const renewed = await deps.twoFactor.renewRecoveryCodes(userId, codes.map(recoveryDigest), tx);
    if (!renewed) throw new Conflict('Another call disabled two-factor authentication meanwhile');
    await deps.audit.record('recovery_codes_renewed', auditSubject(caller), tx);
  });
  return codes;
}

/**
 * Removes the second factor of a user who has lost it, on behalf of an administrator; ends all sessions of the account.
 */
export async function resetTwoFactor(
  userId: string,
  { user, request }: Caller,
  deps: AccountDeps,
): Promise<void> {
  // Prevents a stolen token from bypassing the administrator's own second factor.
  if (userId === user.userId) throw new Conflict('Disable your own second factor with password and code');
  if (!(await deps.users.findById(userId))) throw new NotFound('User not found');
  const factor = await deps.twoFactor.find(userId);
  if (!factor?.enabled_at) throw new Conflict('Two-factor authentication is not enabled');
  const { ip, userAgent } = request;
  const details = { by: user.userId };
  await deps.audit.together(async (tx) => {
    await deps.twoFactor.disable(userId, tx);
    await deps.users.endTokens(userId, '', tx);
    await deps.audit.record('two_factor_disabled', { userId, details, ip, userAgent }, tx);
  });
  await endSessions(userId, deps);
}
