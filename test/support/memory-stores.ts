/** Stores that keep their records in this process, for tests of the HTTP surface. */

import { CHAIN_START, type ChainedEntry, chainEntry } from '../../mongo/audit/chained-entry.ts';
import { storedDetails } from '../../mongo/audit/stored-details.ts';
import { verifyChain } from '../../mongo/audit/verify-chain.ts';
import type { Audit, AuditEvent } from '../../mongo/audit.ts';
import type { RevokedTokens } from '../../mongo/revoked-tokens.ts';
import type { Session, Sessions } from '../../mongo/sessions.ts';
import type { SubscriptionRecord, Subscriptions } from '../../mongo/subscriptions.ts';
import type { UserRecord, Users } from '../../mongo/users.ts';

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
    renewPasswordHash: async (userId, former, password_hash) => {
      if (byId.get(userId)?.password_hash === former) change(userId, { password_hash });
    },
    changePasswordHash: async (userId, password_hash, kept_session) => {
      change(userId, { password_hash, kept_session, ...next(userId) });
    },
    endTokens: async (userId, kept_session) => change(userId, { kept_session, ...next(userId) }),
    setRole: async (userId, role) => change(userId, { role }),
    setDisabled: async (userId, disabled) => {
      change(userId, { disabled, ...(disabled && { kept_session: null, ...next(userId) }) });
    },
    countAdmins: async () =>
      [...byId.values()].filter((user) => user.role === 'admin' && !user.disabled).length,
    list: async (beginning = '', limit, offset) => {
      const found = [...byId.values()]
        .filter(({ username }) => username.toLowerCase().startsWith(beginning.toLowerCase()))
        .sort((a, b) => a.username.localeCompare(b.username));
      return { users: found.slice(offset, offset + limit), total: found.length };
    },
  };
}

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
  const tokens = new Map<string, { session: Session; expiresAt: Date; used: boolean }>();
  return {
    open: async (session, { hash, expiresAt }) => {
      tokens.set(hash, { session, expiresAt, used: false });
    },
    rotate: async (hash, next, now) => {
      const token = tokens.get(hash);
      if (!token || token.expiresAt <= now) return { outcome: 'unknown' };
      const { session } = token;
      if (token.used) return { outcome: 'reused', ...session };
      token.used = true;
      tokens.set(next.hash, { session, expiresAt: next.expiresAt, used: false });
      return { outcome: 'rotated', ...session };
    },
    revoke: async (sessionId) => {
      for (const [hash, { session }] of tokens) if (session.sessionId === sessionId) tokens.delete(hash);
    },
    of: async (userId) => {
      const sessions = [...tokens.values()].map(({ session }) => session);
      return [...new Set(sessions.filter((s) => s.userId === userId).map(({ sessionId }) => sessionId))];
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
  const matching = ({ type, userId }: { type?: string | undefined; userId?: string | undefined }) =>
    entries
      .filter((entry) => (type ?? entry.event_type) === entry.event_type)
      .filter((entry) => (userId ?? entry.user_id) === entry.user_id);
  return {
    events: () => [...events],
    record: async (event_type, { userId, details, ip, userAgent, once }) => {
      if (once !== undefined && entries.some((entry) => entry.once === once)) return;
      const fact = {
        id: String(entries.length),
        event_type,
        user_id: userId,
        timestamp: new Date().toISOString(),
        details: storedDetails({ ...details, ip, user_agent: userAgent }),
      };
      events.push(event_type);
      entries.push(chainEntry(head(), { ...fact, ...(once !== undefined && { once }) }));
    },
    list: async ({ before, limit, ...selection }) =>
      matching(selection)
        .filter(({ timestamp }) => !before || timestamp < before.toISOString())
        .reverse()
        .slice(0, limit)
        .map(({ previous_hash, hash, once, ...entry }) => entry),
    linked: async function* ({ from, to, ...selection }) {
      for (const { once, ...entry } of matching(selection)) {
        const isIn =
          (!from || entry.timestamp >= from.toISOString()) && (!to || entry.timestamp < to.toISOString());
        if (isIn) yield entry;
      }
    },
    newest: async () => entries.at(-1) ?? null,
    together: (change) => change({}),
    appendLeft: async () => 0,
    verify: () => verifyChain(entries, head()),
  };
}
