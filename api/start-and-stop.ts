/** Shutdown on SIGTERM or SIGINT: readiness turns 503, open requests finish, connections close, the process ends. */
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/**
 * Time after which a stopping process is ended, ms: more than the longest request, and less than a container runtime's
 * grace period of 40 s.
 */
const HARD_STOP_MS = 35_000;

/** Interval at which idle connections are closed while the process stops, ms. */
const IDLE_LOOK_MS = 100;

interface StopParts {
  readonly log: Logger;
  /** Controller that is aborted at the first signal. */
  readonly stopping: AbortController;
  /** Closes the connections that requests use. */
  close(): Promise<void>;
}

export function stopGracefully(server: Server, { log, stopping, close }: StopParts): void {
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_LOOK_MS);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    clearInterval(idle);
    await close();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}

/**
 * First pause between attempts, ms. Tasks are repeated in the background, because the services that they need may start
 * later.
 */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** Repeats a task until it succeeds. Resolves when the task has succeeded or `signal` is aborted; never rejects. */
export async function retry(
  task: () => Promise<void>,
  onFailure: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      await task();
      return;
    } catch (error) {
      onFailure(error);
    }
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
