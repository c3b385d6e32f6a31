/** The API process: read settings, listen, and stop without dropping a request. */
import { connectMongo } from '../mongo/connect.ts';
import { INDEXES } from '../mongo/index-list.ts';
import { ensureIndexes } from '../mongo/indexes.ts';
import { connectTemporal } from '../temporal/client.ts';
import { ensureAccounts } from './accounts/ensure-accounts.ts';
import { resealTwoFactor } from './accounts/reseal-two-factor.ts';
import { converse } from './analyst/chat/converse.ts';
import { attachChatSocket } from './analyst/socket/attach-chat-socket.ts';
import { createApp } from './app.ts';
import { logAuditHead } from './audit/log-newest-hash.ts';
import { type ApiSettings, readConfig } from './config.ts';
import { createDeps } from './deps.ts';
import { createLogger } from './http/log.ts';
import { NotReady } from './http/probe.ts';
import { retry, stopGracefully } from './start-and-stop.ts';

function settingsOrExit(): ApiSettings {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

async function loadTracing() {
  const { startTracing, traceIds } = await import('../temporal/tracing.ts');
  const { traceRequests } = await import('./http/trace-requests.ts');
  const { tracer, client, onCommand, close } = startTracing('grid-api');
  return { traceIds, onCommand, close, calls: [client], requests: traceRequests(tracer) };
}

/** Longest wait for one answer of the database, which may try twice: a request must fail within 5 s, ms. */
const DATABASE_MS = 2000;

/**
 * An unused connection is kept for longer than load balancers do, who mostly do for 60 s, ms: on one that is closed here
 * first a submission may be under way, and its client is told 502.
 */
const KEEP_ALIVE_MS = 75_000;

const settings = settingsOrExit();
// What traces is loaded only where traces are sent.
const tracing = settings.OTEL_EXPORTER_OTLP_ENDPOINT ? await loadTracing() : undefined;
const log = createLogger(settings.LOG_LEVEL, tracing?.traceIds);
const stopping = new AbortController();

// Connections: made in the background, so the process starts and answers /health without them.
const mongo = connectMongo(settings, DATABASE_MS, tracing?.onCommand);
const temporal = connectTemporal(settings, `api@${process.pid}`, tracing?.calls);
const deps = createDeps(settings, mongo, temporal, {
  log,
  stopping: stopping.signal,
  trace: tracing?.requests,
});
deps.metrics.watchProcess();
if (settings.AUTH_BYPASS_ENABLED) log.warn('AUTH_BYPASS_ENABLED: every bearer token is an administrator');

// Ready means that an administrator can sign in: indexes and accounts belong to the database's readiness.
let isPrepared = false;
const mongoProbe = async (): Promise<void> => {
  await deps.probes.mongo();
  if (!isPrepared) throw new NotReady('indexes and accounts are not there yet');
};
const app = createApp({ ...deps, probes: { ...deps.probes, mongo: mongoProbe } });
const server = app.listen(settings.API_PORT, settings.API_HOST, () => {
  log.info({ address: server.address() }, 'listening');
});
server.keepAliveTimeout = KEEP_ALIVE_MS;
attachChatSocket(server, deps, (call, caller, watch) => converse(deps, call, caller, watch), {
  connectionsPerUser: settings.WS_CONNECTIONS_PER_USER,
});
server.on('error', (error) => {
  log.fatal({ err: error }, 'cannot listen');
  process.exit(1);
});

const prepared = retry(
  async () => {
    await mongo.connect();
    await ensureIndexes(mongo.db, INDEXES);
    await ensureAccounts(deps);
    isPrepared = true;
    if (settings.TWO_FACTOR_PREVIOUS_KEY) await resealTwoFactor(deps);
    await deps.audit.record('service_started', { userId: '', details: { service: 'api' } });
  },
  (error) => log.warn({ err: error }, 'database not ready; trying again'),
  stopping.signal,
).then(() =>
  logAuditHead(deps).catch((error) => log.warn({ err: error }, 'newest audit entry was not read')),
);

stopGracefully(server, {
  log,
  stopping,
  close: async () => {
    await prepared;
    await Promise.allSettled([mongo.close(), temporal.close(), tracing?.close()]);
  },
});
