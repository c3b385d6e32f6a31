/** Pool of idle threads. It keeps at most as many as may work at the same time, and starts more when needed. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ThreadSettings } from '../../temporal/settings.ts';
import { startThread, type Thread } from './thread.ts';

export type PoolSettings = Pick<ThreadSettings, 'WORK_THREADS' | 'WORK_THREAD_MB'>;

/** Observer of the pool, for metrics. */
export interface ThreadWatch {
  waited(seconds: number): void;
  ended(reason: 'time' | 'memory' | 'abort' | 'death'): void;
}

/** Outcome of a request. It was answered, unless one of the signals is aborted or the reply broke off. */
interface RequestEnd {
  readonly gone: AbortSignal;
  readonly deadline?: AbortSignal | undefined;
  /** True if the reply broke off, as it does when the thread dies; the exit of the thread is known a moment later. */
  readonly isBroken?: boolean;
  /** True if the request used much memory; a thread releases memory only when it ends. */
  readonly isLarge?: boolean;
}

export interface Pool {
  /** Returns an idle thread, or a new one. Starts a spare thread when no idle one remains. */
  take(): Promise<Thread>;
  /**
   * Returns a thread to the pool. A thread is dropped if it died or does not stop its work, or if enough other threads
   * are idle.
   */
  leave(thread: Thread, end: RequestEnd): Promise<void>;
  /** Starts a spare thread before it is needed. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the pool. `spare`: number of threads below which one is started in advance; `kept`: largest number of idle
 * threads.
 */
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
  // Starts one thread at a time, because each start takes seconds of processor time from the requests in progress.
  const warmUp = (): Promise<void> => {
    warming ??= startSpare().finally(() => {
      warming = undefined;
    });
    return warming;
  };
  /** Failed starts are ignored here: the request that needs the thread reports the error. */
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
      // A start costs seconds, so a thread that has answered is reused without a check.
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
      // Waits for starting threads, because a process that exits while a thread starts may crash.
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
