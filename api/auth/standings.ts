/**
 * How an account and its session stand: looked up for every request that changes something, and shared by the
 * reads of a moment. For these a change that this process makes counts at once, one of another process within a
 * quarter of a second.
 *
 * @module
 */
import type { RevokedTokens } from '../../mongo/revoked-tokens.ts';
import type { Subscriptions } from '../../mongo/subscriptions.ts';
import type { UserRecord, Users } from '../../mongo/users.ts';
import type { ModuleLevels } from '../modules/catalog.ts';
import { moduleLevels } from './module-levels.ts';

export interface Standing {
  readonly user: UserRecord;
  readonly levels: ModuleLevels;
}

export interface Standings {
  /** Null for an account that is gone or disabled, and when any of `tokenIds` is revoked. */
  of(userId: string, tokenIds: readonly string[], isRead: boolean): Promise<Standing | null>;
  /** Call it after any change of an account, a grant or a session. */
  changed(): void;
}

interface Stores {
  readonly users: Users;
  readonly subscriptions: Subscriptions;
  readonly revokedTokens: RevokedTokens;
}

const FRESH_MS = 250;
const MOST = 10_000;

export function createStandings(stores: Stores, now: () => number = Date.now): Standings {
  const known = new Map<string, { readonly at: number; readonly standing: Promise<Standing | null> }>();
  return {
    of(userId, tokenIds, isRead) {
      if (!isRead) return lookUp(stores, userId, tokenIds);
      const key = [userId, ...tokenIds].join('/');
      const entry = known.get(key);
      if (entry && now() - entry.at < FRESH_MS) return entry.standing;
      if (known.size >= MOST) known.clear();
      const standing = lookUp(stores, userId, tokenIds);
      known.set(key, { at: now(), standing });
      // A failure is nobody's standing.
      standing.catch(() => known.delete(key));
      return standing;
    },
    changed: () => known.clear(),
  };
}

async function lookUp(
  { users, subscriptions, revokedTokens }: Stores,
  userId: string,
  tokenIds: readonly string[],
): Promise<Standing | null> {
  const [user, granted, revoked] = await Promise.all([
    users.findById(userId),
    subscriptions.of(userId),
    revokedTokens.includes(tokenIds),
  ]);
  if (!user || user.disabled || revoked) return null;
  return { user, levels: moduleLevels(user.role, granted) };
}
