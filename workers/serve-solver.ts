/** HTTP face of the solver service: its routes on a port of its own. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { WorkerSettings } from './config.ts';
import { createListener } from './http/create-listener.ts';
import { createPages } from './http/pages.ts';
import { ROUTES } from './http/routes/index.ts';
import type { ServiceDeps } from './http/service-deps.ts';

const BYTES_PER_MB = 1024 * 1024;
/** A request that has not arrived by then never will, ms. */
const REQUEST_MS = 60_000;

type Settings = Pick<WorkerSettings, 'SOLVER_HOST' | 'SOLVER_PORT' | 'SOLVER_TOKEN' | 'MAX_BODY_MB'>;

export interface SolverServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Resolves when the server listens. */
export async function serveSolver(
  settings: Settings,
  deps: ServiceDeps,
  log: Pick<Logger, 'info' | 'error'>,
): Promise<SolverServer> {
  const access = { token: settings.SOLVER_TOKEN, maxBytes: settings.MAX_BODY_MB * BYTES_PER_MB };
  const listener = createListener([...ROUTES, ...createPages(ROUTES)], access, deps, log);
  const server = createServer({ requestTimeout: REQUEST_MS }, listener);
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
