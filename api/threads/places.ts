/** Who may begin now: few at a time, and of those who wait every user in turn, however many requests they have. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ThreadSettings } from '../../temporal/settings.ts';
import { ServiceUnavailable, TooMany } from '../http/errors.ts';
import { startThread, type Thread } from './thread.ts';

interface Bounds {
  /** Requests at work at the same time. */
  readonly width: number;
  /** Requests that may wait, be at work or be sent: what they hold is in memory. */
  readonly most: number;
  /** Requests of one user that may be under way, from the first byte in to the last byte out. */
  readonly mostOfUser: number;
}

/** A request that is counted until it leaves. */
export interface Place {
  /**
   * Resolves when it is its turn. Rejects with `ServiceUnavailable` when too many wait, and with the reason of an abort.
   */
  begin(signal: AbortSignal): Promise<void>;
  /** Its work is done, and the next may begin. */
  end(): void;
  /** Nothing of it is left here; ends it as well. */
  leave(): void;
}

export interface Places {
  /** Throws `TooMany` when the user has too many. */
  enter(userId: string): Place;
  /** How many wait for their turn. */
  waiting(): number;
}

const RETRY_AFTER_S = 2;

export function createPlaces({ width, most, mostOfUser }: Bounds): Places {
  /** User -> requests that entered and did not leave. */
  const entered = new Map<string, number>();
  /** User -> beginnings of what waits; the first user is the next. */
  const turns = new Map<string, (() => void)[]>();
  let working = 0;
  /** Requests that began to wait and did not leave. */
  let held = 0;
  const waiting = (): number => [...turns.values()].reduce((sum, { length }) => sum + length, 0);

  const beginNext = (): void => {
    const [userId, [begin, ...others] = []] = turns.entries().next().value ?? [];
    if (userId === undefined) return;
    turns.delete(userId);
    if (others.length > 0) turns.set(userId, others);
    working += 1;
    begin?.();
  };
  const forget = (userId: string, begin: () => void): void => {
    const others = (turns.get(userId) ?? []).filter((each) => each !== begin);
    if (others.length > 0) turns.set(userId, others);
    else turns.delete(userId);
  };
  const turn = (userId: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        forget(userId, begin);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      turns.set(userId, [...(turns.get(userId) ?? []), begin]);
      if (working < width) beginNext();
    });

  const enter = (userId: string): Place => {
    const own = entered.get(userId) ?? 0;
    if (own >= mostOfUser)
      throw new TooMany(`You have ${own} large requests under way: wait until one has ended`, RETRY_AFTER_S);
    entered.set(userId, own + 1);
    let state: 'entered' | 'begun' | 'working' | 'left' = 'entered';
    const end = (): void => {
      if (state !== 'working') return;
      state = 'begun';
      working -= 1;
      beginNext();
    };
    return {
      begin: async (signal) => {
        signal.throwIfAborted();
        if (held >= most)
          throw new ServiceUnavailable('Too many large requests', {
            headers: { 'Retry-After': String(RETRY_AFTER_S) },
          });
        held += 1;
        state = 'begun';
        await turn(userId, signal);
        state = 'working';
      },
      end,
      leave: () => {
        end();
        if (state === 'left') return;
        if (state === 'begun') held -= 1;
        state = 'left';
        const left = (entered.get(userId) ?? 1) - 1;
        if (left > 0) entered.set(userId, left);
        else entered.delete(userId);
      },
    };
  };
  return { enter, waiting };
}

/** Who looks on. */
export interface ThreadWatch {
  waited(seconds: number): void;
  ended(reason: 'time' | 'memory' | 'abort' | 'death'): void;
}

/** For a request that was broken off to give up its turn, ms; then its thread is ended. */
const IDLE_MS = 500;

interface Pool {
  /** One that is idle, or a new one. */
  take(): Promise<Thread>;
  /** The next request may have it, unless it died or cannot be brought to a stop. */
  leave(thread: Thread, deadline: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** A pool that grows to as many threads as are taken at the same time. */
export function createPool(script: URL, settings: ThreadSettings, watch: ThreadWatch): Pool {
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  let folder: Promise<string> | undefined;
  const start = async (): Promise<Thread> => {
    folder ??= mkdtemp(join(tmpdir(), 'grid-threads-'));
    const thread = await startThread(script, { socket: join(await folder, randomUUID()), settings });
    all.add(thread);
    return thread;
  };
  const end = async (thread: Thread): Promise<void> => {
    all.delete(thread);
    await thread.end();
  };
  return {
    take: async () => {
      const thread = idle.find(({ died }) => !died) ?? (await start());
      idle.splice(0, idle.length, ...idle.filter((each) => each !== thread && !each.died));
      return thread;
    },
    leave: async (thread, deadline) => {
      if (!thread.died && (await thread.isIdleWithin(IDLE_MS))) return void idle.push(thread);
      watch.ended(reasonOf(thread.died, deadline));
      await end(thread);
    },
    close: async () => {
      await Promise.all([...all].map(end));
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

function reasonOf(died: Error | undefined, deadline: AbortSignal) {
  if (died) return isOutOfMemory(died) ? 'memory' : 'death';
  return deadline.aborted ? 'time' : 'abort';
}

export const isOutOfMemory = (error: Error | undefined): boolean =>
  error !== undefined && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
