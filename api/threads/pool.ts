/** The threads of a process: those at work, and those that wait for their next request. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ThreadSettings } from '../../temporal/settings.ts';
import { startThread, type Thread } from './thread.ts';

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
