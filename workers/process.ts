/** Parts that all kinds of worker processes share. */
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, WorkflowClientInterceptor } from '@temporalio/client';
import {
  type ActivityInterceptorsFactory,
  DefaultLogger,
  type InjectedSinks,
  makeTelemetryFilterString,
  Runtime,
} from '@temporalio/worker';
import type { Sinks } from '@temporalio/workflow';
import type { Db } from 'mongodb';
import type { Logger } from 'pino';
import type { WorkerSettings } from './config.ts';
import type { PhaseWatch } from './observe-phases.ts';

export interface Process {
  readonly settings: WorkerSettings;
  readonly db: Db;
  readonly client: Client;
  readonly log: Logger;
  readonly watchers: Watchers;
}

/** Observers of activities; without any observer, there is no overhead. */
export interface Watchers {
  readonly activities: ActivityInterceptorsFactory[];
  readonly phases: PhaseWatch[];
  /** Interceptors for the workflow calls of activities. */
  readonly calls: WorkflowClientInterceptor[];
  /** Sinks of workflow interceptors; absent if workflows have no interceptors. */
  readonly sinks?: InjectedSinks<Sinks> | undefined;
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error';
const LEVELS: Readonly<Record<string, Level>> = {
  TRACE: 'trace',
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
};

const LOOPBACK = '127.0.0.1';
/** Naming conventions of Prometheus, for metrics of the runtime. */
const CONVENTIONS = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true } as const;

/**
 * Sends the logs of Temporal's runtime to the process log. Call it before any worker exists. `metricsAddress`: address
 * at which the runtime serves its own metrics.
 */
export function installRuntime(log: Logger, metricsAddress?: string): void {
  Runtime.install({
    logger: new DefaultLogger('INFO', ({ level, message, meta }) => {
      const { error, taskToken: _secret, ...rest } = meta ?? {};
      log[LEVELS[level] ?? 'info']({ ...rest, ...(error !== undefined && { err: error }) }, message);
    }),
    telemetryOptions: {
      ...(metricsAddress !== undefined && {
        metrics: { attachServiceName: false, prometheus: { bindAddress: metricsAddress, ...CONVENTIONS } },
      }),
      logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }) },
    },
  });
}

/** A free local port, for a server that cannot report which port it chose. */
export async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, LOOPBACK);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `${LOOPBACK}:${port}`;
}

/** First delay between attempts, ms. The next constant: longest delay. */
const FIRST_MS = 200;
const LONGEST_MS = 5000;

/** Repeats an attempt until a server responds, because workers may start before MongoDB or Temporal. */
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
