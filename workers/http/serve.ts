/** HTTP server of the solver service, on a port of its own. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { createEngine } from '../../activities/engine/processes/create-engine.ts';
import { availableSolvers } from '../../activities/solvers/registry.ts';
import { ledgerBytes } from '../../api/http/ledger.ts';
import { passOn } from '../../api/threads/pass-on.ts';
import { createThreads, type Threads } from '../../api/threads/threads.ts';
import { createAudit } from '../../mongo/audit.ts';
import { createDocuments } from '../../mongo/documents.ts';
import { createIdempotency } from '../../mongo/idempotency.ts';
import { createJobs } from '../../mongo/jobs.ts';
import { createNetworks } from '../../mongo/networks.ts';
import { createJobWorkflows } from '../../temporal/jobs.ts';
import type { ThreadSettings } from '../../temporal/settings.ts';
import type { WorkerSettings } from '../config.ts';
import type { Process } from '../process.ts';
import { createServiceApp } from './app.ts';
import type { ServiceDeps } from './service-deps.ts';

const BYTES_PER_MB = 1024 * 1024;
/** Longest time for a request to arrive, ms. */
const REQUEST_MS = 60_000;
/**
 * Idle time after which a connection is closed, ms; longer than proxies keep connections, since a request that is sent
 * while the connection closes would be lost.
 */
const KEEP_ALIVE_MS = 75_000;

type Settings = Pick<
  WorkerSettings,
  'NODE_ENV' | 'SOLVER_HOST' | 'SOLVER_PORT' | 'SOLVER_TOKEN' | 'MAX_BODY_MB' | 'API_MEMORY_MB'
>;

interface SolverServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the server; resolves when it listens. */
export async function serveSolver(
  settings: Settings,
  deps: ServiceDeps,
  log: Pick<Logger, 'info' | 'error'>,
  threads?: Threads,
): Promise<SolverServer> {
  const app = createServiceApp(accessOf(settings), deps, log, threads && passOn(threads));
  const server = createServer({ requestTimeout: REQUEST_MS }, app.callback());
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(settings.SOLVER_PORT, settings.SOLVER_HOST);
  await once(server, 'listening');
  const address = server.address();
  log.info({ address, solvers: deps.solvers }, 'solver service listens');
  return {
    port: typeof address === 'object' && address ? address.port : settings.SOLVER_PORT,
    close: async () => {
      await threads?.close();
      server.close();
      server.closeIdleConnections();
      await once(server, 'close', { signal: AbortSignal.timeout(2000) }).catch(() =>
        server.closeAllConnections(),
      );
    },
  };
}

export const createSolverThreads = (settings: ThreadSettings): Threads =>
  createThreads(new URL('./thread.js', import.meta.url), settings);

export const accessOf = (
  settings: Pick<Settings, 'NODE_ENV' | 'SOLVER_TOKEN' | 'MAX_BODY_MB' | 'API_MEMORY_MB'>,
) => ({
  token: settings.SOLVER_TOKEN,
  maxBodyBytes: settings.MAX_BODY_MB * BYTES_PER_MB,
  ledgerBytes: ledgerBytes(settings),
  checkReplies: settings.NODE_ENV === 'test',
});

/** Dependencies of the solver service's routes, on the connections of this process. */
export function createServiceDeps({
  db,
  client,
  settings,
  log,
}: Pick<Process, 'db' | 'client' | 'settings' | 'log'>): ServiceDeps {
  const jobs = createJobs(db);
  const workflows = createJobWorkflows(client);
  return {
    jobs,
    findJob: jobs.find,
    documents: createDocuments(db),
    idempotency: createIdempotency(db),
    networks: createNetworks(db),
    engine: createEngine({ memoryMb: settings.SOLVER_MEMORY_MB }),
    audit: createAudit(db),
    workflows,
    workflowState: workflows.state,
    solvers: availableSolvers(settings),
    slots: settings.SOLVER_SLOTS || availableParallelism(),
    maxHorizon: settings.MAX_HORIZON,
    memoryMb: settings.SOLVER_MEMORY_MB,
    // There is no limit here, because the callers apply their own.
    settings: { MAX_OPEN_JOBS: Number.POSITIVE_INFINITY },
    now: () => new Date(),
    log,
  };
}
