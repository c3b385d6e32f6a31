/** Forgets the second factor of a user who proves both; every other session of theirs is over then. */
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';
import { endSessions } from './end-sessions.ts';
import { type Proof, proveFactor } from './prove-factor.ts';

export async function disableTwoFactor(proof: Proof, caller: Caller, deps: Deps): Promise<void> {
  await proveFactor(proof, 'disable', caller, deps);
  const { user, request } = caller;
  const { userId, sessionId } = user;
  const { ip, userAgent } = request;
  await deps.audit.together(async (tx) => {
    await deps.twoFactor.disable(userId, tx);
    await deps.users.endTokens(userId, sessionId, tx);
    await deps.audit.record('two_factor_disabled', { userId, details: {}, ip, userAgent }, tx);
  });
  await endSessions(userId, deps, sessionId);
}
