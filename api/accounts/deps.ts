/** What accounts need: their stores, what signs and hashes, and parts of the kit. */
import { type ApiKeys, createApiKeys } from '../../mongo/api-keys.ts';
import type { MongoConnection } from '../../mongo/connect.ts';
import {
  createRevokedTokens,
  createSessions,
  type RevokedTokens,
  type Sessions,
} from '../../mongo/sessions.ts';
import { createSubscriptions, type Subscriptions } from '../../mongo/subscriptions.ts';
import {
  createTwoFactor,
  createTwoFactorChallenges,
  type TwoFactor,
  type TwoFactorChallenges,
} from '../../mongo/two-factor.ts';
import { createUsers, type Users } from '../../mongo/users.ts';
import type { KitDeps } from '../http/deps.ts';
import { createTokens, type Tokens } from './access-tokens.ts';
import { type AccountCache, createAccountCache } from './account-cache.ts';
import { type Csrf, createCsrf } from './csrf.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createKeyedLock, type KeyedLock } from './register.ts';
import type { AccountSettings } from './settings.ts';
import { createSeal, type Seal } from './two-factor-secrets.ts';

/** What this feature makes for itself. */
interface AccountParts {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly revokedTokens: RevokedTokens;
  readonly subscriptions: Subscriptions;
  readonly accountCache: AccountCache;
  readonly apiKeys: ApiKeys;
  readonly tokens: Tokens;
  readonly csrf: Csrf;
  readonly passwords: Passwords;
  /** By user name, within this process; the index of names decides between processes. */
  readonly registrations: KeyedLock;
  readonly twoFactor: TwoFactor;
  readonly twoFactorChallenges: TwoFactorChallenges;
  readonly seal: Seal;
}

export interface AccountDeps extends AccountParts, Pick<KitDeps, 'audit' | 'limits' | 'log' | 'now'> {
  readonly settings: AccountSettings;
}

export function createAccountParts(db: MongoConnection['db'], settings: AccountSettings): AccountParts {
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
    registrations: createKeyedLock(),
    twoFactorChallenges: createTwoFactorChallenges(db),
    seal: createSeal(settings.TWO_FACTOR_KEY ?? settings.PASSWORD_PEPPER, settings.TWO_FACTOR_PREVIOUS_KEY),
  };
}
