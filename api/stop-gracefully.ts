/** On SIGTERM or SIGINT: readiness turns 503, open requests finish, connections close, the process ends. */
import type { Server } from 'node:http';
import type { Logger } from 'pino';

/** Longer than the longest request, shorter than the patience of a container runtime set to 40 s. */
const HARD_STOP_MS = 35_000;

export interface StopParts {
  readonly log: Logger;
  /** Aborted at the first signal. */
  readonly stopping: AbortController;
  /** Closes what requests were using. */
  close(): Promise<void>;
}

export function stopGracefully(server: Server, { log, stopping, close }: StopParts): void {
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), HARD_STOP_MS).unref();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    await close();
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}
