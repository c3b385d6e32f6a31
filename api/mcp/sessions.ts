/** Sessions of MCP clients: a bounded number, each of one API key, which end when nobody calls. */
import { createHash } from 'node:crypto';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

export interface Session {
  readonly transport: StreamableHTTPServerTransport;
  /** SHA-256 of the key that opened it: another key finds no such session. */
  readonly owner: string;
  /** Calls under way. */
  open: number;
  usedAtMs: number;
}

interface Bounds {
  readonly most: number;
  readonly mostOfOwner: number;
  readonly idleMs: number;
}

export const ownerOf = (key: string): string => createHash('sha256').update(key).digest('hex');

export function createSessions({ most, mostOfOwner, idleMs }: Bounds, now = Date.now) {
  const sessions = new Map<string, Session>();
  /** Closing tells the map by `remove`. */
  const end = ({ transport }: Session): void => void transport.close();
  const isIdle = ({ open, usedAtMs }: Session): boolean => open === 0 && now() - usedAtMs > idleMs;
  const endIdle = (): void => [...sessions.values()].filter(isIdle).forEach(end);
  return {
    find(id: string, owner: string): Session | undefined {
      const session = sessions.get(id);
      return session?.owner === owner ? session : undefined;
    },
    /** A caller with many sessions loses the one that was used least lately; false when there is no room at all. */
    makeRoom(owner: string): boolean {
      endIdle();
      const own = [...sessions.values()].filter((session) => session.owner === owner);
      const [oldest] = own.sort((a, b) => a.open - b.open || a.usedAtMs - b.usedAtMs);
      if (oldest && own.length >= mostOfOwner) end(oldest);
      return sessions.size < most;
    },
    add: (id: string, session: Session): void => void sessions.set(id, session),
    remove: (id: string): void => void sessions.delete(id),
    /** Counts a call until `over`. */
    use(session: Session, over: (listener: () => void) => void): void {
      session.open += 1;
      over(() => {
        session.open -= 1;
        session.usedAtMs = now();
      });
    },
    endIdle,
    endAll: (): void => [...sessions.values()].forEach(end),
    size: (): number => sessions.size,
  };
}
