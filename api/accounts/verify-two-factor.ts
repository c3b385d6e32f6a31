/** The second half of a sign-in: a temporary token and a code become a session. */

import { clientNetwork } from '../http/client-network.ts';
import { Unauthenticated } from '../http/errors.ts';
import type { RequestInfo } from '../http/request.ts';
import { digest } from '../http/secrets.ts';
import type { AccountDeps } from './deps.ts';
import type { TokenSet } from './login-reply.ts';
import { openSession } from './open-session.ts';
import { refuseFactor } from './prove-identity.ts';
import { spendCode } from './spend-code.ts';

interface Attempt {
  readonly temp_token: string;
  readonly code: string;
}

/** Quotas and guesses are taken before the code is judged, so that parallel guesses cannot share one. */
export async function verifyTwoFactor(
  { temp_token, code }: Attempt,
  request: RequestInfo,
  deps: AccountDeps,
): Promise<TokenSet> {
  const network = clientNetwork(request.ip);
  await deps.limits.loginAddress.consume(network);
  const hash = digest(temp_token);
  const userId = await deps.twoFactorChallenges.takeGuess(hash, deps.now());
  if (userId === null) throw deadToken();
  await deps.limits.twoFactor.consume(userId);
  const user = await deps.users.findById(userId);
  const factor = user && !user.disabled && (await spendCode(userId, code, deps));
  if (!factor) return refuseFactor({ userId, during: 'login', reason: 'Invalid code' }, request, deps);
  const isFirst = await deps.twoFactorChallenges.end(hash);
  if (!isFirst) throw deadToken();
  await Promise.all([deps.limits.loginAddress.refund(network), deps.limits.twoFactor.refund(userId)]);
  return openSession(user, { second_factor: factor }, request, deps);
}

const deadToken = (): Unauthenticated => new Unauthenticated('Temporary token invalid or expired');
