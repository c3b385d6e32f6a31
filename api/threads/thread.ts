/** A thread that answers requests over HTTP on a socket of its own, with a bound on its memory. */
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

/** What a thread is started with. */
export interface ThreadData<Settings> {
  /** Path of the socket on which it listens. */
  readonly socket: string;
  readonly settings: Settings;
}

/** A thread says when it listens, and answers to show that it is not at work. */
type ThreadMessage = 'listening' | 'idle';

export interface Thread {
  /** Resolves with the reply as soon as it begins; rejects when the thread ends before, or the signal is aborted. */
  ask(options: RequestOptions, body: Uint8Array | undefined, signal: AbortSignal): Promise<IncomingMessage>;
  /** Whether it lives and soon gives up its turn: what was broken off must not hold up the next request. */
  isIdle(): Promise<boolean>;
  end(): Promise<void>;
  /** How long it has worked since it began, without what it has waited, ms. */
  worked(): number;
  /** Why it ended by itself; undefined while it lives. */
  readonly died: Error | undefined;
}

/** Loading the application takes some seconds of work, on a busy machine far longer, ms. */
const START_MS = 60_000;
/** A request that was broken off has so long to give up its turn, ms; then its thread is ended. */
const IDLE_MS = 5000;

/** Resolves when the thread listens; rejects when it does not come to, or `closing` is aborted, and has ended then. */
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
  // It must not hold up the end of the process.
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

/** Rejects, and ends the thread, when it does not come to listen, or `ended` is aborted. */
async function listening(worker: Worker, ended: AbortSignal): Promise<void> {
  try {
    await once(worker, 'message', { signal: AbortSignal.any([AbortSignal.timeout(START_MS), ended]) });
  } catch (cause) {
    await worker.terminate();
    throw new ServiceUnavailable('No thread could be started; try again', { cause });
  }
}

/** The settings of the process, as it has read them. */
export const threadSettings = <Settings>(): Settings => (workerData as ThreadData<Settings>).settings;

export async function serveThread(answer: RequestListener): Promise<void> {
  const { socket }: ThreadData<unknown> = workerData;
  const server = createServer(answer).listen(socket);
  await once(server, 'listening');
  parentPort?.on('message', () => parentPort?.postMessage('idle' satisfies ThreadMessage));
  parentPort?.postMessage('listening' satisfies ThreadMessage);
}
