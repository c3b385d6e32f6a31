/** The chat sockets of this process: how many a user holds, and all of them for when the process stops. */
import type { ChatConnection } from './chat-connection.ts';

export interface Connections {
  /** False when the user holds as many as one may. */
  add(userId: string, connection: ChatConnection): boolean;
  remove(userId: string, connection: ChatConnection): void;
  all(): ChatConnection[];
}

export function createConnections(perUser: number): Connections {
  const byUser = new Map<string, Set<ChatConnection>>();
  return {
    add(userId, connection) {
      const held = byUser.get(userId) ?? new Set();
      if (held.size >= perUser) return false;
      byUser.set(userId, held.add(connection));
      return true;
    },
    remove(userId, connection) {
      const held = byUser.get(userId);
      held?.delete(connection);
      if (held?.size === 0) byUser.delete(userId);
    },
    all: () => [...byUser.values()].flatMap((held) => [...held]),
  };
}
