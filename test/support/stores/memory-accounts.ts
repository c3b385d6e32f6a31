/** Account stores in memory, for tests of the HTTP surface. */
import { type ApiKeyRecord, type ApiKeys, MAX_API_KEYS, USE_INTERVAL_MS } from '../../../mongo/api-keys.ts';
import type { Audit, AuditEvent } from '../../../mongo/audit.ts';
import { CHAIN_START, type ChainedEntry, chainEntry, storedDetails } from '../../../mongo/audit-entry.ts';
import { verifyChain } from '../../../mongo/audit-verify.ts';
import type { OpenSession, RevokedTokens, Session, Sessions } from '../../../mongo/sessions.ts';
import type { ShareRecord, Shares } from '../../../mongo/shares.ts';
import type { SubscriptionRecord, Subscriptions } from '../../../mongo/subscriptions.ts';
import type {
  TwoFactor,
  TwoFactorChallenge,
  TwoFactorChallenges,
  TwoFactorRecord,
} from '../../../mongo/two-factor.ts';
import type { UserRecord, Users } from '../../../mongo/users.ts';

export function memoryShares(): Shares {
  const byId = new Map<string, ShareRecord>();
  const visits = new Set<string>();
  const sharesOf = (userId: string) => [...byId.values()].filter((share) => share.user_id === userId);
  return {
    insert: async (share) => {
      byId.set(share._id, share);
      return 'ok';
    },
    list: async (userId) => sharesOf(userId).reverse(),
    findByDigest: async (digest) => [...byId.values()].find((share) => share.digest === digest) ?? null,
    delete: async (userId, shareId) => {
      const share = sharesOf(userId).find(({ _id }) => _id === shareId) ?? null;
      if (share) byId.delete(shareId);
      return share;
    },
    countOpening: async (shareId, visit, at) => {
      const share = byId.get(shareId);
      if (!share || visits.has(visit)) return false;
      visits.add(visit);
      byId.set(shareId, { ...share, opened: share.opened + 1, last_opened_at: at });
      return true;
    },
  };
}

export function memoryUsers(): Users {
  const byId = new Map<string, UserRecord>();
  const find = (username: string) =>
    [...byId.values()].find((user) => user.username.toLowerCase() === username.toLowerCase()) ?? null;
  const change = (userId: string, changes: Partial<UserRecord>): void => {
    const user = byId.get(userId);
    if (user) byId.set(userId, { ...user, ...changes });
  };
  const next = (userId: string) => ({ token_generation: (byId.get(userId)?.token_generation ?? 0) + 1 });
  return {
    insert: async (user) => {
      if (find(user.username)) return false;
      byId.set(user.user_id, user);
      return true;
    },
    findById: async (userId) => byId.get(userId) ?? null,
    findByUsername: async (username) => find(username),
    namesOf: async (userIds) =>
      new Map([...byId.values()].filter(({ user_id }) => userIds.includes(user_id)).map(toName)),
    renewPasswordHash: async (userId, former, password_hash) => {
      if (byId.get(userId)?.password_hash === former) change(userId, { password_hash });
    },
    changePasswordHash: async (userId, password_hash, kept_session) => {
      change(userId, { password_hash, kept_session, password_link: null, ...next(userId) });
    },
    setPasswordLink: async (userId, password_link) => change(userId, { password_link }),
    usePasswordLink: async (userId, digest, password_hash) => {
      const user = byId.get(userId);
      if (user?.disabled !== false || user.password_link?.digest !== digest) return false;
      change(userId, { password_hash, kept_session: null, password_link: null, ...next(userId) });
      return true;
    },
    endTokens: async (userId, kept_session) => change(userId, { kept_session, ...next(userId) }),
    setRole: async (userId, role) => change(userId, { role }),
    setDisabled: async (userId, disabled) => {
      change(userId, {
        disabled,
        ...(disabled && { kept_session: null, password_link: null, ...next(userId) }),
      });
    },
    countAdmins: async () =>
      [...byId.values()].filter((user) => user.role === 'admin' && !user.disabled).length,
    list: async (beginning = '', limit, offset) => {
      const matches = [...byId.values()]
        .filter(({ username }) => username.toLowerCase().startsWith(beginning.toLowerCase()))
        .sort((a, b) => a.username.localeCompare(b.username));
      return { users: matches.slice(offset, offset + limit), total: matches.length };
    },
  };
}

const toName = ({ user_id, username }: UserRecord) => [user_id, username] as const;

export function memorySubscriptions(): Subscriptions {
  const records = new Map<string, SubscriptionRecord>();
  const merge = (user_id: string, module_id: string, changes: Partial<SubscriptionRecord>): void => {
    const key = `${user_id}/${module_id}`;
    const none = { user_id, module_id, access_level: null, subscribed_at: null, last_accessed: null };
    records.set(key, { ...none, ...records.get(key), ...changes });
  };
  return {
    of: async (userId) => [...records.values()].filter(({ user_id }) => user_id === userId),
    grant: async (userId, moduleId, access_level, subscribed_at) =>
      merge(userId, moduleId, { access_level, subscribed_at }),
    markAccessed: async (userId, moduleId, last_accessed) => merge(userId, moduleId, { last_accessed }),
  };
}

export function memorySessions(): Sessions {
  const tokens = new Map<string, { session: Session; expiresAt: Date; rotatedAt: Date | null }>();
  return {
    open: async (session, { hash, expiresAt }) => {
      tokens.set(hash, { session, expiresAt, rotatedAt: null });
    },
    find: async (hash) => tokens.get(hash)?.session ?? null,
    rotate: async (hash, next, now) => {
      const token = tokens.get(hash);
      if (!token || token.expiresAt <= now) return { outcome: 'unknown' };
      const { session } = token;
      if (token.rotatedAt) return { outcome: 'reused', ...session };
      token.rotatedAt = now;
      tokens.set(next.hash, { session, expiresAt: next.expiresAt, rotatedAt: null });
      return { outcome: 'rotated', ...session };
    },
    revoke: async (sessionId) => {
      for (const [hash, { session }] of tokens) if (session.sessionId === sessionId) tokens.delete(hash);
    },
    of: async (userId) => {
      const open = new Map<string, OpenSession>();
      for (const { session, expiresAt, rotatedAt } of tokens.values()) {
        const renewedAt = rotatedAt ?? open.get(session.sessionId)?.renewedAt ?? null;
        if (session.userId === userId) open.set(session.sessionId, { ...session, renewedAt, expiresAt });
      }
      return [...open.values()].reverse();
    },
  };
}

export function memoryRevokedTokens(): RevokedTokens {
  const revoked = new Set<string>();
  return {
    revoke: async (id) => {
      revoked.add(id);
    },
    includes: async (ids) => ids.some((id) => revoked.has(id)),
  };
}

export function memoryAudit(): Audit & { events(): AuditEvent[] } {
  const events: AuditEvent[] = [];
  const entries: ChainedEntry[] = [];
  const head = () => entries.at(-1) ?? CHAIN_START;
  const matching = ({ type, userId, from, to }: Omit<Parameters<Audit['list']>[0], 'limit'>) =>
    entries
      .filter((entry) => (type ?? entry.event_type) === entry.event_type)
      .filter((entry) => (userId ?? entry.user_id) === entry.user_id)
      .filter(({ timestamp }) => !from || timestamp >= from.toISOString())
      .filter(({ timestamp }) => !to || timestamp < to.toISOString());
  return {
    events: () => [...events],
    record: async (event_type, { userId, details, ip, userAgent, once }) => {
      if (once !== undefined && entries.some((entry) => entry.once === once)) return;
      const fact = {
        id: String(entries.length).padStart(24, '0'),
        event_type,
        user_id: userId,
        timestamp: new Date().toISOString(),
        details: storedDetails({ ...details, ip, user_agent: userAgent }),
      };
      events.push(event_type);
      entries.push(chainEntry(head(), { ...fact, ...(once !== undefined && { once }) }));
    },
    list: async ({ after, limit, ...range }) =>
      matching(range)
        .filter(({ id }) => !after || id < after.id)
        .reverse()
        .slice(0, limit)
        .map(({ previous_hash, hash, once, ...entry }) => entry),
    linked: async function* (range) {
      for (const { once, ...entry } of matching(range)) yield entry;
    },
    newest: async () => entries.at(-1) ?? null,
    together: async (change, next) => {
      const changed = await change({});
      await next?.(changed);
      return changed;
    },
    appendLeft: async () => 0,
    verify: () => verifyChain(entries, head()),
  };
}

/** Most guesses of a code per sign-in. */
const MAX_GUESSES = 5;

export function memoryTwoFactor(): TwoFactor {
  const factors = new Map<string, TwoFactorRecord>();
  const change = (userId: string, holds: (f: TwoFactorRecord) => boolean, to: Partial<TwoFactorRecord>) => {
    const factor = factors.get(userId);
    if (!factor || !holds(factor)) return false;
    factors.set(userId, { ...factor, ...to });
    return true;
  };
  return {
    find: async (userId) => factors.get(userId) ?? null,
    begin: async (user_id, secret) => {
      if (factors.get(user_id)?.enabled_at) return false;
      factors.set(user_id, { user_id, secret, enabled_at: null, last_step: 0, recovery_hashes: [] });
      return true;
    },
    enable: async (userId, secret, enabling) =>
      change(userId, (factor) => factor.secret === secret && !factor.enabled_at, enabling),
    disable: async (userId) => {
      factors.delete(userId);
    },
    acceptStep: async (userId, secret, step) =>
      change(userId, (f) => f.secret === secret && f.enabled_at !== null && f.last_step < step, {
        last_step: step,
      }),
    useRecoveryCode: async (userId, hash) => {
      const recoveryHashes = factors.get(userId)?.recovery_hashes ?? [];
      return change(userId, () => recoveryHashes.includes(hash), {
        recovery_hashes: recoveryHashes.filter((h) => h !== hash),
      });
    },
    renewRecoveryCodes: async (userId, recovery_hashes) =>
      change(userId, ({ enabled_at }) => enabled_at !== null, { recovery_hashes }),
    all: async function* () {
      yield* factors.values();
    },
    reseal: async (userId, secret, sealed) =>
      change(userId, (factor) => factor.secret === secret, { secret: sealed }),
  };
}

export function memoryTwoFactorChallenges(): TwoFactorChallenges {
  const challenges = new Map<string, TwoFactorChallenge & { guesses: number }>();
  return {
    open: async (challenge) => {
      challenges.set(challenge.hash, { ...challenge, guesses: 0 });
    },
    takeGuess: async (hash, now) => {
      const challenge = challenges.get(hash);
      if (!challenge || challenge.expiresAt <= now || challenge.guesses >= MAX_GUESSES) return null;
      challenge.guesses += 1;
      return challenge.userId;
    },
    end: async (hash) => challenges.delete(hash),
    endOf: async (userId) => {
      for (const [hash, challenge] of challenges) if (challenge.userId === userId) challenges.delete(hash);
    },
  };
}

/** API keys in memory. */
export function memoryApiKeys(): ApiKeys {
  const byId = new Map<string, ApiKeyRecord>();
  const ofUser = (userId: string) => [...byId.values()].filter(({ user_id }) => user_id === userId);
  return {
    insert: async (key) => {
      const others = ofUser(key.user_id);
      if (others.some(({ name }) => name === key.name)) return 'name taken';
      if (others.length >= MAX_API_KEYS) return 'too many';
      byId.set(key.key_id, key);
      return 'ok';
    },
    list: async (userId) => ofUser(userId).reverse(),
    findByDigest: async (digest) => [...byId.values()].find((key) => key.digest === digest) ?? null,
    delete: async (userId, keyId) => {
      const key = byId.get(keyId);
      if (key?.user_id !== userId) return null;
      byId.delete(keyId);
      return key;
    },
    markUsed: async (key, at) => {
      if (key.last_used_at && at.getTime() - key.last_used_at.getTime() < USE_INTERVAL_MS) return;
      byId.set(key.key_id, { ...key, last_used_at: at });
    },
  };
}
