/**
 * Ends an enrolment: a first code shows that the authenticator has the secret; recovery codes are shown this once,
 * and every other session of the user is over.
 */
import { newRecoveryCodes, recoveryDigest } from '../auth/recovery-codes.ts';
import { matchingTotpStep } from '../auth/totp.ts';
import type { Deps } from '../deps.ts';
import { Conflict } from '../errors.ts';
import type { Caller } from './caller.ts';
import { endSessions } from './end-sessions.ts';
import { refuseFactor } from './refuse-factor.ts';

/** The recovery codes. */
export async function enableTwoFactor(code: string, { user, request }: Caller, deps: Deps) {
  const { userId, sessionId } = user;
  const secret = await pendingSecret(userId, deps);
  const step = matchingTotpStep(deps.seal.open(secret, userId), code.replaceAll(/\s/g, ''), deps.now());
  if (step === null) return refuseFactor({ userId, during: 'enable', reason: 'Invalid code' }, request, deps);
  const codes = newRecoveryCodes();
  const recovery_hashes = codes.map(recoveryDigest);
  const enabling = { enabled_at: deps.now(), last_step: step, recovery_hashes };
  const { ip, userAgent } = request;
  await deps.audit.together(async (tx) => {
    const enabled = await deps.twoFactor.enable(userId, secret, enabling, tx);
    if (!enabled) throw new Conflict('Another call set up or enabled two-factor authentication meanwhile');
    await deps.users.endTokens(userId, sessionId, tx);
    await deps.audit.record('two_factor_enabled', { userId, details: {}, ip, userAgent }, tx);
  });
  await endSessions(userId, deps, sessionId);
  return codes;
}

async function pendingSecret(userId: string, { twoFactor }: Deps): Promise<string> {
  const factor = await twoFactor.find(userId);
  if (!factor) throw new Conflict('Two-factor authentication is not set up yet');
  if (factor.enabled_at) throw new Conflict('Two-factor authentication is enabled already');
  return factor.secret;
}
