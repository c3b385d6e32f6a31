/**
 * Cache of the states of accounts and sessions. A request that changes data always reads the state from the database;
 * read requests within a short time share one lookup. A change made by this process takes effect at once, one by
 * another process within a quarter of a second.
 */
import { LRUCache } from 'lru-cache';
import type { RevokedTokens } from '../../mongo/sessions.ts';
import type { SubscriptionRecord, Subscriptions } from '../../mongo/subscriptions.ts';
import type { TwoFactor } from '../../mongo/two-factor.ts';
import type { UserRecord, Users } from '../../mongo/users.ts';
import { ACCESS_LEVELS, MODULE_IDS, type ModuleLevels, type Role } from '../http/principal.ts';
import { ROLE_LEVELS } from './modules.ts';
import { type AccountSettings, mustHaveFactor } from './settings.ts';

export interface AccountStanding {
  readonly user: UserRecord;
  readonly levels: ModuleLevels;
  /** True if the account must have a second factor and has not set one up. */
  readonly mustEnrol: boolean;
}

export interface AccountCache {
  /** State of an account; null if the account is deleted or disabled, or if any of `tokenIds` is revoked. */
  find(userId: string, tokenIds: readonly string[], isRead: boolean): Promise<AccountStanding | null>;
  /** Drops all cached states. Call it after any change of an account, a grant or a session. */
  changed(): void;
}

interface Stores {
  readonly users: Users;
  readonly subscriptions: Subscriptions;
  readonly revokedTokens: RevokedTokens;
  readonly twoFactor: Pick<TwoFactor, 'find'>;
}

type Settings = Pick<AccountSettings, 'REQUIRE_SECOND_FACTOR'>;

const FRESH_MS = 250;
const MOST = 10_000;

export function createAccountCache(
  stores: Stores,
  settings: Settings,
  clock: { now(): number } = performance,
): AccountCache {
  const standings = new LRUCache<string, Promise<AccountStanding | null>>({
    max: MOST,
    ttl: FRESH_MS,
    // The cache reads the clock at every lookup.
    ttlResolution: 0,
    perf: clock,
  });
  return {
    find(userId, tokenIds, isRead) {
      if (!isRead) return lookUp(stores, settings, userId, tokenIds);
      const key = [userId, ...tokenIds].join('/');
      const shared = standings.get(key);
      if (shared) return shared;
      const standing = lookUp(stores, settings, userId, tokenIds);
      standings.set(key, standing);
      // Failed lookups are not cached: the next caller looks up again.
      standing.catch(() => standings.delete(key));
      return standing;
    },
    changed: () => standings.clear(),
  };
}

async function lookUp(
  { users, subscriptions, revokedTokens, twoFactor }: Stores,
  settings: Settings,
  userId: string,
  tokenIds: readonly string[],
): Promise<AccountStanding | null> {
  const [user, granted, revoked] = await Promise.all([
    users.findById(userId),
    subscriptions.of(userId),
    revokedTokens.includes(tokenIds),
  ]);
  if (!user || user.disabled || revoked) return null;
  const isFactorAsked = mustHaveFactor(user.role, settings);
  const mustEnrol = isFactorAsked && !(await twoFactor.find(userId))?.enabled_at;
  return { user, levels: moduleLevels(user.role, granted), mustEnrol };
}

/** Access levels of an account: for each module the level granted to the account, else the level of its role. */
export function moduleLevels(role: Role, granted: readonly SubscriptionRecord[]): ModuleLevels {
  const levels = { ...ROLE_LEVELS[role] };
  for (const { module_id, access_level } of granted) {
    const id = MODULE_IDS.find((each) => each === module_id);
    const level = ACCESS_LEVELS.find((each) => each === access_level);
    if (id && level) levels[id] = level;
  }
  return levels;
}
