/** An administrator forgets the second factor of a user who has lost it; every session of the account ends. */
import type { Deps } from '../deps.ts';
import { Conflict, NotFound } from '../errors.ts';
import type { Caller } from './caller.ts';
import { endSessions } from './end-sessions.ts';

export async function resetTwoFactor(userId: string, { user, request }: Caller, deps: Deps): Promise<void> {
  // With a stolen token it would be a way around one's own.
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
