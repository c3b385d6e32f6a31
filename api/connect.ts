/** Connections and handler dependencies, created alike by the API process and by its threads. */
import type { Logger } from 'pino';
import { connectMongo, type MongoConnection } from '../mongo/connect.ts';
import { connectTemporal } from '../temporal/client.ts';
import type { ApiSettings } from './config.ts';
import { createDeps, type Deps } from './deps.ts';
import { createLogger } from './http/log.ts';

interface Connected {
  readonly log: Logger;
  readonly mongo: MongoConnection;
  readonly deps: Deps;
  close(): Promise<void>;
}

/** Longest wait for one database operation, ms. An operation is retried once, and a request must fail within 5 s. */
const DATABASE_MS = 2000;

/** Connects in the background. */
export async function connect(settings: ApiSettings, stopping: AbortSignal): Promise<Connected> {
  // Loads the tracing code only if an endpoint is set.
  const tracing = settings.OTEL_EXPORTER_OTLP_ENDPOINT ? await loadTracing() : undefined;
  const log = createLogger(settings.LOG_LEVEL, tracing?.traceIds);
  const mongo = connectMongo(settings, DATABASE_MS, tracing?.onCommand);
  const temporal = connectTemporal(settings, `api@${process.pid}`, tracing?.calls);
  const deps = createDeps(settings, mongo, temporal, { log, stopping, trace: tracing?.requests });
  return {
    ...{ log, mongo, deps },
    close: async () => {
      await Promise.allSettled([mongo.close(), temporal.close(), tracing?.close()]);
    },
  };
}

async function loadTracing() {
  const { startTracing, traceIds } = await import('../temporal/tracing.ts');
  const { traceRequests } = await import('./http/trace-requests.ts');
  const { tracer, client, onCommand, close } = startTracing('grid-api');
  return { traceIds, onCommand, close, calls: [client], requests: traceRequests(tracer) };
}
