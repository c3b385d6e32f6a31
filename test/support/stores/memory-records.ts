/** Records of users, idempotency keys and chat sessions in memory, for tests of the HTTP surface. */
import {
  type ChatSession,
  type ChatSessions,
  KEPT_MESSAGES,
  newSession,
  SESSION_IDLE_MS,
  SHOWN_MESSAGES,
} from '../../../mongo/chat-sessions.ts';
import { KEPT_VERSIONS } from '../../../mongo/create-records.ts';
import type { Idempotency, IdempotencyRecord } from '../../../mongo/idempotency.ts';
import type { OwnedRecord, Records } from '../../../mongo/records.ts';

export function memoryRecords<Meta extends object, Content>(): Records<Meta, Content> {
  const records = new Map<string, OwnedRecord<Meta>>();
  const contents = new Map<string, Content>();
  const keyOf = (owner: string, id: string): string => `${owner}/${id}`;
  const find = (owner: string, id: string) => records.get(keyOf(owner, id)) ?? null;
  const ofOwner = (owner: string) => [...records.values()].filter((record) => record.owner === owner);
  return {
    put: async (owner, id, { meta, defaults, content, expected }, at) => {
      const old = find(owner, id);
      if (expected !== undefined && old?.version !== expected) return null;
      const { sha256: version, value } = content;
      const others = old?.versions.filter((entry) => entry.version !== version) ?? [];
      const entry = old?.versions.find((each) => each.version === version) ?? { version, created_at: at };
      const record = {
        id,
        owner,
        meta: { ...defaults, ...old?.meta, ...meta },
        version,
        versions: [entry, ...others].slice(0, KEPT_VERSIONS),
        created_at: old?.created_at ?? at,
        updated_at: at,
      };
      records.delete(keyOf(owner, id));
      records.set(keyOf(owner, id), record);
      contents.set(version, value);
      return { isNew: !old, record };
    },
    find: async (owner, id) => find(owner, id),
    read: async (owner, id, version) => {
      const record = find(owner, id);
      const entryOfVersion = record?.versions.find((entry) => entry.version === (version ?? record.version));
      const content = entryOfVersion && contents.get(entryOfVersion.version);
      return record && content !== undefined ? { record, content } : null;
    },
    list: async (owner, limit, offset) => {
      const all = ofOwner(owner).reverse();
      return { records: all.slice(offset, offset + limit), total: all.length };
    },
    among: async (owner, ids) => new Set(ids.filter((id) => find(owner, id))),
    delete: async (owner, id) => {
      const record = find(owner, id);
      records.delete(keyOf(owner, id));
      return record;
    },
  };
}

/** Idempotency keys that never expire. */
export function memoryIdempotency(): Idempotency {
  const keys = new Map<string, IdempotencyRecord>();
  return {
    find: async (id) => keys.get(id) ?? null,
    claim: async (_id, job_id, body_sha256, now) => {
      const record = keys.get(_id) ?? { _id, job_id, body_sha256, expires_at: now };
      keys.set(_id, record);
      return record;
    },
    forget: async (jobId) => {
      for (const { _id, job_id } of keys.values()) if (job_id === jobId) keys.delete(_id);
    },
  };
}

export function memoryChatSessions(): ChatSessions {
  const sessions = new Map<string, ChatSession>();
  const isLive = ({ last_used_at }: ChatSession, at: Date): boolean =>
    at.getTime() < last_used_at.getTime() + SESSION_IDLE_MS;
  const find = (userId: string, sessionId: string, at: Date): ChatSession | null => {
    const session = sessions.get(sessionId);
    return session && session.user_id === userId && isLive(session, at) ? session : null;
  };
  const newest = (userId: string, at: Date): ChatSession | null =>
    [...sessions.values()]
      .filter((session) => session.user_id === userId && session.messages.length > 0 && isLive(session, at))
      .sort((a, b) => b.last_used_at.getTime() - a.last_used_at.getTime())[0] ?? null;
  return {
    open: async (userId, agentId, at) => {
      const session = newSession(userId, agentId, at);
      sessions.set(session.session_id, session);
      return session;
    },
    find: async (userId, sessionId, at) => find(userId, sessionId, at),
    append: async (userId, sessionId, exchange, at) => {
      const session = find(userId, sessionId, at);
      if (!session) return false;
      const messages = [...session.messages, ...exchange].slice(-KEPT_MESSAGES);
      const last_used_at = new Date(Math.max(at.getTime(), session.last_used_at.getTime()));
      sessions.set(sessionId, { ...session, messages, last_used_at });
      return true;
    },
    newest: async (userId, at) => newest(userId, at),
    async history(userId, at) {
      const session = newest(userId, at);
      return session ? { ...session, messages: session.messages.slice(-SHOWN_MESSAGES) } : null;
    },
  };
}
