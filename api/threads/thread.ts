/** A thread that answers HTTP requests on its own socket, with a limit on its memory. */
import { once } from 'node:events';
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type RequestListener,
  type RequestOptions,
} from 'node:http';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import type { ThreadSettings } from '../../temporal/settings.ts';
import { ServiceUnavailable } from '../http/errors.ts';

/** Data that a thread receives at its start. */
export interface ThreadData<Settings> {
  readonly socket: string;
  readonly settings: Settings;
}

/** Messages of a thread: `listening` when its socket is open, `idle` when it has stopped its work. */
type ThreadMessage = 'listening' | 'idle';

export interface Thread {
  /**
   * Sends a request to the thread. Resolves with the reply as soon as the reply begins; rejects when the thread ends
   * first or the signal is aborted.
   */
  ask(options: RequestOptions, body: Uint8Array | undefined, signal: AbortSignal): Promise<IncomingMessage>;
  /**
   * True if the thread is alive and responds soon. An aborted request may still occupy the thread, and must not delay
   * the next request.
   */
  isIdle(): Promise<boolean>;
  end(): Promise<void>;
  /** Working time since the start of the thread, without time spent waiting, ms. */
  worked(): number;
  /** Reason of an unexpected end; undefined while the thread lives. */
  readonly died: Error | undefined;
}

/** Longest time for a start, ms: loading the application takes seconds of work, and far longer on a busy machine. */
const START_MS = 60_000;
/**
 * Time in which a thread must become idle after a request was aborted, ms; a thread that takes longer is terminated.
 */
const IDLE_MS = 5000;

/**
 * Starts a thread; resolves when it listens. Rejects, after the thread has ended, when it fails to listen or `closing`
 * is aborted.
 */
export async function startThread(
  script: URL,
  data: ThreadData<Pick<ThreadSettings, 'WORK_THREAD_MB'>>,
  closing: AbortSignal,
): Promise<Thread> {
  const worker = new Worker(script, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: data.settings.WORK_THREAD_MB },
    execArgv: ['--enable-source-maps'],
  });
  // The thread must not keep the process alive.
  worker.unref();
  let died: Error | undefined;
  const ended = new AbortController();
  worker.once('error', (error) => {
    died = error;
  });
  worker.once('exit', (code) => {
    died ??= new Error(`the thread ended with ${code}`);
    ended.abort(died);
  });
  await listening(worker, AbortSignal.any([closing, ended.signal]));
  return {
    ask: (options, body, signal) =>
      new Promise((resolve, reject) => {
        ask({ ...options, socketPath: data.socket, agent: false, signal }, resolve)
          .once('error', reject)
          .end(body);
      }),
    isIdle: async () => {
      worker.postMessage('idle' satisfies ThreadMessage);
      try {
        const late = AbortSignal.timeout(IDLE_MS);
        await once(worker, 'message', { signal: AbortSignal.any([late, ended.signal]) });
        return true;
      } catch {
        return false;
      }
    },
    end: async () => {
      await worker.terminate();
    },
    worked: () => worker.performance.eventLoopUtilization().active,
    get died() {
      return died;
    },
  };
}

/**
 * Waits until the thread listens. Rejects, and terminates the thread, when it fails to listen or `ended` is aborted.
 */
async function listening(worker: Worker, ended: AbortSignal): Promise<void> {
  try {
    await once(worker, 'message', { signal: AbortSignal.any([AbortSignal.timeout(START_MS), ended]) });
  } catch (cause) {
    await worker.terminate();
    throw new ServiceUnavailable('Could not start a thread; retry', { cause });
  }
}

/** In a thread: the settings of the process that started it. */
export const threadSettings = <Settings>(): Settings => (workerData as ThreadData<Settings>).settings;

export async function serveThread(answer: RequestListener): Promise<void> {
  const { socket }: ThreadData<unknown> = workerData;
  const server = createServer(answer).listen(socket);
  await once(server, 'listening');
  parentPort?.on('message', () => parentPort?.postMessage('idle' satisfies ThreadMessage));
  parentPort?.postMessage('listening' satisfies ThreadMessage);
}
