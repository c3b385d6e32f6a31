/** Tasks at startup: creates the required accounts, and re-encrypts second factors under a new key. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { TwoFactor } from '../../mongo/two-factor.ts';
import type { UserRecord } from '../../mongo/users.ts';
import { BYPASS_USER } from './authenticate.ts';
import type { AccountDeps } from './deps.ts';
import type { Seal } from './two-factor-secrets.ts';

export async function ensureAccounts(deps: AccountDeps): Promise<void> {
  const { ADMIN_USERNAME, ADMIN_PASSWORD, AUTH_BYPASS_ENABLED } = deps.settings;
  if (ADMIN_USERNAME !== undefined && ADMIN_PASSWORD !== undefined) {
    const account = { user_id: randomUUID(), username: ADMIN_USERNAME, disabled: false };
    await ensureAdmin(account, ADMIN_PASSWORD, deps);
  }
  if (AUTH_BYPASS_ENABLED) {
    const account = { user_id: BYPASS_USER.userId, username: BYPASS_USER.username, disabled: true };
    await ensureAdmin(account, randomBytes(32).toString('hex'), deps);
  }
  await disableBypassUser(deps);
}

/**
 * Disables the record of the bypass user, which the bypass never reads. Without the bypass, no caller can then sign in
 * as `dev`, and `dev` does not count as an administrator when the last one is protected.
 */
async function disableBypassUser({ users, audit }: AccountDeps): Promise<void> {
  const { userId } = BYPASS_USER;
  const user = await users.findById(userId);
  if (!user || user.disabled) return;
  await users.setDisabled(userId, true);
  await audit.record('subscription_changed', { userId, details: { disabled: true, by: 'start' } });
}

type Account = Pick<UserRecord, 'user_id' | 'username' | 'disabled'>;

async function ensureAdmin(account: Account, password: string, deps: AccountDeps): Promise<void> {
  const { user_id, username } = account;
  if (await deps.users.findByUsername(username)) return;
  const isNew = await deps.users.insert({
    ...account,
    password_hash: await deps.passwords.hash(password),
    role: 'admin',
    created_at: deps.now(),
  });
  if (isNew)
    await deps.audit.record('user_registered', {
      userId: user_id,
      details: { username, registered_by: 'start' },
    });
}

/**
 * Re-encrypts secrets sealed with TWO_FACTOR_PREVIOUS_KEY under TWO_FACTOR_KEY, so that TWO_FACTOR_PREVIOUS_KEY can be
 * removed. May run repeatedly. A secret that neither key opens is kept unchanged and counted in the log.
 */
export async function resealTwoFactor(twoFactor: TwoFactor, seal: Seal, log: Logger): Promise<void> {
  let resealed = 0;
  let closed = 0;
  for await (const { user_id, secret } of twoFactor.all()) {
    const outcome = renewed(seal, secret, user_id);
    if (outcome === 'closed') closed += 1;
    else if (outcome && (await twoFactor.reseal(user_id, secret, outcome.secret))) resealed += 1;
  }
  log.info({ resealed, closed }, 'two-factor secrets are under TWO_FACTOR_KEY');
}

/** The secret sealed with the newest key; null if it is sealed with that key already. */
function renewed(seal: Seal, secret: string, userId: string): { secret: string } | 'closed' | null {
  try {
    return seal.isCurrent(secret, userId) ? null : { secret: seal.close(seal.open(secret, userId), userId) };
  } catch {
    return 'closed';
  }
}
