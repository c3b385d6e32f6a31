/** Dependencies of accounts: stores, signing and hashing, and parts of `api/http`. */
import { createApiKeys } from '../../mongo/api-keys.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import { createRevokedTokens, createSessions } from '../../mongo/sessions.ts';
import { createSubscriptions } from '../../mongo/subscriptions.ts';
import { createTwoFactor, createTwoFactorChallenges } from '../../mongo/two-factor.ts';
import { createUsers } from '../../mongo/users.ts';
import type { KitDeps } from '../http/deps.ts';
import { createTokens } from './access-tokens.ts';
import { createAccountCache } from './account-cache.ts';
import { createCsrf } from './csrf.ts';
import { createKeyedLock } from './keyed-lock.ts';
import { createPasswords } from './passwords.ts';
import type { AccountSettings } from './settings.ts';
import { createSeal } from './two-factor-secrets.ts';

export interface AccountDeps
  extends ReturnType<typeof createAccountParts>,
    Pick<KitDeps, 'audit' | 'limits' | 'log' | 'now'> {
  readonly settings: AccountSettings;
}

export function createAccountParts(db: MongoConnection['db'], settings: AccountSettings) {
  const accounts = {
    users: createUsers(db),
    subscriptions: createSubscriptions(db),
    revokedTokens: createRevokedTokens(db),
    twoFactor: createTwoFactor(db),
  };
  return {
    ...accounts,
    accountCache: createAccountCache(accounts, settings),
    sessions: createSessions(db),
    apiKeys: createApiKeys(db),
    csrf: createCsrf(settings.JWT_SECRET, settings.JWT_PREVIOUS_SECRET),
    tokens: createTokens(settings.JWT_SECRET, settings.JWT_PREVIOUS_SECRET),
    passwords: createPasswords(settings.PASSWORD_PEPPER, settings.BCRYPT_COST),
    /** Lock per user name within this process. Between processes, the unique index of user names decides. */
    registrations: createKeyedLock(),
    twoFactorChallenges: createTwoFactorChallenges(db),
    seal: createSeal(settings.TWO_FACTOR_KEY ?? settings.PASSWORD_PEPPER, settings.TWO_FACTOR_PREVIOUS_KEY),
  };
}
