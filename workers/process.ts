/** What every role of a worker process shares. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import type { WorkerSettings } from './config.ts';

export interface Process {
  readonly settings: WorkerSettings;
  readonly db: Db;
  readonly client: Client;
  readonly log: Logger;
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error';
const LEVELS: Readonly<Record<string, Level>> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};

/** Routes the logs of Temporal's runtime into the process log; must run before any worker exists. */
export function installRuntime(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      const { error, taskToken: _secret, ...rest } = meta ?? {};
      log[LEVELS[level] ?? 'info']({ ...rest, ...(error !== undefined && { err: error }) }, message);
    }),
    telemetryOptions: {
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    },
  });
}

/** Waits between two tries, ms. */
const FIRST_MS = 200;
const LONGEST_MS = 5000;

/** Tries until a server answers: workers may start before MongoDB or Temporal do. */
export async function untilReachable<T>(server: string, log: Logger, attempt: () => Promise<T>): Promise<T> {
  for (let wait = FIRST_MS; ; wait = Math.min(2 * wait, LONGEST_MS)) {
    try {
      return await attempt();
    } catch (error) {
      log.warn({ err: error, retryInMs: wait }, `${server} cannot be reached yet`);
      await delay(wait);
    }
  }
}
