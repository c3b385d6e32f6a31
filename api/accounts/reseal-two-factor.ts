/** The change of TWO_FACTOR_KEY. */
import type { AccountDeps } from './deps.ts';

type Needs = Pick<AccountDeps, 'twoFactor' | 'seal' | 'log'>;

/**
 * Puts the secrets that are still sealed with TWO_FACTOR_PREVIOUS_KEY under TWO_FACTOR_KEY, so that the former can go.
 * Repeatable; a secret that neither key opens stays as it is and is counted in the log.
 */
export async function resealTwoFactor({ twoFactor, seal, log }: Needs): Promise<void> {
  let resealed = 0;
  let closed = 0;
  for await (const { user_id, secret } of twoFactor.all()) {
    const outcome = renewed(seal, secret, user_id);
    if (outcome === 'closed') closed += 1;
    else if (outcome && (await twoFactor.reseal(user_id, secret, outcome.secret))) resealed += 1;
  }
  log.info({ resealed, closed }, 'two-factor secrets are under TWO_FACTOR_KEY');
}

/** Null for a secret that is under the newest key. */
function renewed(
  seal: AccountDeps['seal'],
  secret: string,
  userId: string,
): { secret: string } | 'closed' | null {
  try {
    return seal.isCurrent(secret, userId) ? null : { secret: seal.close(seal.open(secret, userId), userId) };
  } catch {
    return 'closed';
  }
}
