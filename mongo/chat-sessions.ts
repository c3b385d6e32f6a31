/** Conversations with the analyst: one document per session of a user, with its last messages. */
import { randomUUID } from 'node:crypto';
import type { Db } from 'mongodb';
import type { CollectionIndexes } from './indexes.ts';

interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

export interface ChatSession {
  /** Id of the session, UUID v4. */
  readonly session_id: string;
  readonly user_id: string;
  readonly agent_id: string;
  readonly created_at: Date;
  readonly last_used_at: Date;
  /** The last `KEPT_MESSAGES` messages, oldest first. */
  readonly messages: readonly ChatMessage[];
}

/** A question and its answer, which are kept or dropped together. */
export type Exchange = readonly [question: ChatMessage, answer: ChatMessage];

/**
 * Sessions of users. A session expires after `SESSION_IDLE_MS` without use. Sessions of other users are never returned.
 */
export interface ChatSessions {
  open(userId: string, agentId: string, at: Date): Promise<ChatSession>;
  find(userId: string, sessionId: string, at: Date): Promise<ChatSession | null>;
  /** Appends an exchange; resolves to false if the session no longer exists. */
  append(userId: string, sessionId: string, exchange: Exchange, at: Date): Promise<boolean>;
  /** The most recently used session of the user that has messages. */
  newest(userId: string, at: Date): Promise<ChatSession | null>;
  /** The most recently used session with its last `SHOWN_MESSAGES` messages. */
  history(userId: string, at: Date): Promise<ChatSession | null>;
}

export const KEPT_MESSAGES = 40;
export const SHOWN_MESSAGES = 20;
export const SESSION_IDLE_MS = 24 * 3600 * 1000;

const COLLECTION = 'chat_sessions';

interface SessionDocument extends Omit<ChatSession, 'session_id'> {
  readonly _id: string;
  readonly expires_at: Date;
}

export const chatSessionIndexes: CollectionIndexes = {
  collection: COLLECTION,
  indexes: [
    { key: { expires_at: 1 }, name: 'ttl', expireAfterSeconds: 0 },
    { key: { user_id: 1, last_used_at: -1 }, name: 'newest' },
  ],
};

export function createChatSessions(db: Db): ChatSessions {
  const sessions = db.collection<SessionDocument>(COLLECTION);
  const newest = async (userId: string, at: Date, messages: number): Promise<ChatSession | null> => {
    const spoken = { user_id: userId, expires_at: { $gt: at }, 'messages.0': { $exists: true } };
    const projection = { messages: { $slice: -messages } };
    return toSession(await sessions.findOne(spoken, { sort: { last_used_at: -1 }, projection }));
  };
  return {
    async open(userId, agentId, at) {
      const session = newSession(userId, agentId, at);
      const { session_id: _id, ...rest } = session;
      await sessions.insertOne({ _id, ...rest, expires_at: idleEnd(at) });
      return session;
    },
    find: async (userId, sessionId, at) =>
      toSession(await sessions.findOne({ _id: sessionId, user_id: userId, expires_at: { $gt: at } })),
    async append(userId, sessionId, exchange, at) {
      const { matchedCount } = await sessions.updateOne(
        { _id: sessionId, user_id: userId, expires_at: { $gt: at } },
        {
          $push: { messages: { $each: [...exchange], $slice: -KEPT_MESSAGES } },
          $max: { last_used_at: at, expires_at: idleEnd(at) },
        },
      );
      return matchedCount === 1;
    },
    newest: (userId, at) => newest(userId, at, KEPT_MESSAGES),
    history: (userId, at) => newest(userId, at, SHOWN_MESSAGES),
  };
}

export const newSession = (user_id: string, agent_id: string, at: Date): ChatSession => ({
  session_id: randomUUID(),
  user_id,
  agent_id,
  created_at: at,
  last_used_at: at,
  messages: [],
});

const idleEnd = (at: Date): Date => new Date(at.getTime() + SESSION_IDLE_MS);

function toSession(document: SessionDocument | null): ChatSession | null {
  if (!document) return null;
  const { _id: session_id, expires_at: _, ...rest } = document;
  return { session_id, ...rest };
}
