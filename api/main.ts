/** The API process: reads settings, listens, and stops without dropping a request. */
import { INDEXES } from '../mongo/index-list.ts';
import { ensureIndexes } from '../mongo/indexes.ts';
import { isLoopback } from '../temporal/settings.ts';
import { ensureAccounts, resealTwoFactor } from './accounts/ensure-accounts.ts';
import { converse } from './analyst/chat/converse.ts';
import { attachChatSocket } from './analyst/socket/attach-chat-socket.ts';
import { createApp } from './app.ts';
import { logAuditHead } from './audit/log-newest-hash.ts';
import { type ApiSettings, readConfig } from './config.ts';
import { connect } from './connect.ts';
import { NotReady } from './http/health.ts';
import { ROUTES } from './routes.ts';
import { retry, stopGracefully } from './start-and-stop.ts';
import { passOn } from './threads/pass-on.ts';
import { createThreads } from './threads/threads.ts';

function settingsOrExit(): ApiSettings {
  try {
    return readConfig(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Idle time after which a connection is closed, ms. Longer than the 60 s of most load balancers: if this side closed
 * first, a submission could be under way on the connection, and its client would receive a 502.
 */
const KEEP_ALIVE_MS = 75_000;

const stopping = new AbortController();
// Connections are made in the background, so that the process starts and answers /health/live without them.
const settings = settingsOrExit();
const { log, mongo, deps, close } = await connect(settings, stopping.signal);
const threads = createThreads(new URL('./thread.js', import.meta.url), settings, {
  waited: (seconds) => deps.metrics.threadWait.observe(seconds),
  ended: (reason) => deps.metrics.threadsEnded.inc({ reason }),
});
deps.metrics.watchProcess();
if (settings.AUTH_BYPASS_ENABLED) log.warn('AUTH_BYPASS_ENABLED: every bearer token is an administrator');
if (settings.NODE_ENV === 'development' && !isLoopback(settings.API_HOST))
  log.warn('NODE_ENV is development where others reach the API: cookies are not Secure, weak passwords pass');

// True once an administrator can sign in. The database probe includes indexes and accounts, so the process is not ready
// before that.
let isPrepared = false;
const mongoProbe = async (): Promise<void> => {
  await deps.probes.mongo();
  if (!isPrepared) throw new NotReady('indexes and accounts have not been created yet');
};
const parts = {
  ...deps,
  probes: { ...deps.probes, mongo: mongoProbe },
  isStarting: () => !isPrepared,
  callThread: threads.call,
};
const app = createApp(parts, ROUTES, passOn(threads));
const server = app.listen(settings.API_PORT, settings.API_HOST, () => {
  log.info({ address: server.address() }, 'listening');
});
server.keepAliveTimeout = KEEP_ALIVE_MS;
attachChatSocket(server, parts, (call, caller, watch) => converse(parts, call, caller, watch), {
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
    if (settings.TWO_FACTOR_PREVIOUS_KEY) await resealTwoFactor(deps.twoFactor, deps.seal, log);
    await deps.audit.record('service_started', { userId: '', details: { service: 'api' } });
  },
  (error) => log.warn({ err: error }, 'database not ready; trying again'),
  stopping.signal,
).then(() =>
  logAuditHead(deps.audit, log).catch((error) => log.warn({ err: error }, 'newest audit entry was not read')),
);

threads.warm().catch((error) => log.warn({ err: error }, 'no thread was started'));

stopGracefully(server, {
  log,
  stopping,
  close: async () => {
    await prepared;
    await Promise.allSettled([threads.close(), close()]);
  },
});
