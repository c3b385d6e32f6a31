/** HTTP face of the solver service: its routes on a port of its own. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { dryRun } from '../../activities/engine/run/dry-run.ts';
import { availableSolvers } from '../../activities/solvers/registry.ts';
import { createAudit } from '../../mongo/audit.ts';
import { createDocuments } from '../../mongo/documents.ts';
import { createIdempotency } from '../../mongo/idempotency.ts';
import { createJobs } from '../../mongo/jobs.ts';
import { createNetworks } from '../../mongo/networks.ts';
import { createJobWorkflows } from '../../temporal/jobs.ts';
import type { WorkerSettings } from '../config.ts';
import type { Process } from '../process.ts';
import { createServiceApp } from './app.ts';
import { limitedSensitivity } from './factors.ts';
import type { ServiceDeps } from './service-deps.ts';

const BYTES_PER_MB = 1024 * 1024;
/** A request that has not arrived by then never will, ms. */
const REQUEST_MS = 60_000;
/** Longer than proxies keep a connection that is not used, ms: what is sent while it closes is lost. */
const KEEP_ALIVE_MS = 75_000;

type Settings = Pick<
  WorkerSettings,
  'NODE_ENV' | 'SOLVER_HOST' | 'SOLVER_PORT' | 'SOLVER_TOKEN' | 'MAX_BODY_MB'
>;

interface SolverServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Resolves when the server listens. */
export async function serveSolver(
  settings: Settings,
  deps: ServiceDeps,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<SolverServer> {
  const access = {
    token: settings.SOLVER_TOKEN,
    maxBodyBytes: settings.MAX_BODY_MB * BYTES_PER_MB,
    checkReplies: settings.NODE_ENV === 'test',
  };
  const app = createServiceApp(access, deps, log);
  const server = createServer({ requestTimeout: REQUEST_MS }, app.callback());
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(settings.SOLVER_PORT, settings.SOLVER_HOST);
  await once(server, 'listening');
  const address = server.address();
  log.info({ address, solvers: deps.solvers }, 'solver service listens');
  return {
    port: typeof address === 'object' && address ? address.port : settings.SOLVER_PORT,
    close: async () => {
      server.close();
      server.closeIdleConnections();
      await once(server, 'close', { signal: AbortSignal.timeout(2000) }).catch(() =>
        server.closeAllConnections(),
      );
    },
  };
}

/** What the routes of the solver service use, on this process's connections. */
export function createServiceDeps({ db, client, settings, log }: Process): ServiceDeps {
  return {
    jobs: createJobs(db),
    documents: createDocuments(db),
    idempotency: createIdempotency(db),
    networks: createNetworks(db),
    audit: createAudit(db),
    workflows: createJobWorkflows(client),
    solvers: availableSolvers(settings),
    slots: settings.SOLVER_SLOTS || availableParallelism(),
    maxHorizon: settings.MAX_HORIZON,
    dryRun,
    sensitivity: limitedSensitivity(availableParallelism()),
    now: () => new Date(),
    warn: (error, message) => log.warn({ err: error }, message),
  };
}
