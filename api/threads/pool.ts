/** Threads that are idle, at most as many as may be at work at the same time; others are started when they are needed. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ThreadSettings } from '../../temporal/settings.ts';
import { startThread, type Thread } from './thread.ts';

export type PoolSettings = Pick<ThreadSettings, 'WORK_THREADS' | 'WORK_THREAD_MB'>;

/** Who looks on. */
export interface ThreadWatch {
  waited(seconds: number): void;
  ended(reason: 'time' | 'memory' | 'abort' | 'death'): void;
}

/** How a request ended; one with neither signal, and no broken reply, was answered. */
interface RequestEnd {
  readonly gone: AbortSignal;
  readonly deadline?: AbortSignal | undefined;
  /** Whether the thread broke it off, which it does when it dies: its end is known a moment later. */
  readonly isBroken?: boolean;
  /** Whether it took much memory, which the thread gives back only when it ends. */
  readonly isLarge?: boolean;
}

export interface Pool {
  /** One that is idle, or a new one; another is started where none is left. */
  take(): Promise<Thread>;
  /** The next request may have it, unless it died, cannot be brought to a stop, or others are idle. */
  leave(thread: Thread, end: RequestEnd): Promise<void>;
  /** Starts a spare one, so that no request waits for it. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** `spare`: as long as fewer live, one is started before it is needed; `kept`: threads that are kept while they are idle. */
export function createPool(
  script: URL,
  settings: PoolSettings,
  { spare, kept }: { readonly spare: number; readonly kept: number },
  watch: ThreadWatch,
): Pool {
  const idle: Thread[] = [];
  const all = new Set<Thread>();
  const starting = new Set<Promise<Thread>>();
  const closing = new AbortController();
  let folder: Promise<string> | undefined;
  const startOne = async (): Promise<Thread> => {
    folder ??= mkdtemp(join(tmpdir(), 'grid-threads-'));
    const data = { socket: join(await folder, randomUUID()), settings };
    const thread = await startThread(script, data, closing.signal);
    all.add(thread);
    return thread;
  };
  const start = (): Promise<Thread> => {
    const started = startOne().finally(() => starting.delete(started));
    starting.add(started);
    return started;
  };
  const end = async (thread: Thread): Promise<void> => {
    all.delete(thread);
    await thread.end();
  };
  const alive = (): number => [...all].filter(({ died }) => !died).length;
  let warming: Promise<void> | undefined;
  const idleOne = (): Thread | undefined => idle.find(({ died }) => !died);
  const startSpare = async (): Promise<void> => {
    if (!idleOne() && alive() < spare) idle.push(await start());
  };
  // One at a time: each start takes seconds of work from those who ask.
  const warmUp = (): Promise<void> => {
    warming ??= startSpare().finally(() => {
      warming = undefined;
    });
    return warming;
  };
  /** A start that fails is missed by who needs it, and told then. */
  const warmSoon = (): void => void warmUp().catch(() => undefined);
  return {
    take: async () => {
      if (!idleOne()) await warming?.catch(() => undefined);
      const thread = idleOne() ?? (await start());
      idle.splice(0, idle.length, ...idle.filter((each) => each !== thread && !each.died));
      warmSoon();
      return thread;
    },
    leave: async (thread, { gone, deadline, isBroken = false, isLarge = false }) => {
      // A start costs seconds of work: a thread that has answered is not asked whether it is idle.
      const isAnswered = !isBroken && !gone.aborted && !deadline?.aborted;
      const isUsable = !thread.died && (isAnswered || (await thread.isIdle()));
      if (isUsable && idle.length < kept && !isLarge) return void idle.push(thread);
      if (!isUsable) watch.ended(reasonOf(thread.died, deadline));
      await end(thread);
      warmSoon();
    },
    warm: warmUp,
    close: async () => {
      closing.abort();
      // A process that exits while a thread begins may crash.
      await Promise.allSettled(starting);
      await Promise.all([...all].map(end));
      if (folder) await rm(await folder, { recursive: true, force: true });
    },
  };
}

function reasonOf(died: Error | undefined, deadline: AbortSignal | undefined) {
  if (died) return isOutOfMemory(died) ? 'memory' : 'death';
  return deadline?.aborted ? 'time' : 'abort';
}

export const isOutOfMemory = (error: Error | undefined): boolean =>
  error !== undefined && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
