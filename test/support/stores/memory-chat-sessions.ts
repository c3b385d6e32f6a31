/** Chat sessions that stay in this process, for tests of the HTTP surface. */
import {
  type ChatSession,
  type ChatSessions,
  KEPT_MESSAGES,
  newSession,
  SESSION_IDLE_MS,
  SHOWN_MESSAGES,
} from '../../../mongo/chat-sessions.ts';

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
