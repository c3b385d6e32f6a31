/** HTTP face of the solver service: `GET /health`, and `POST /validate` for a dry run. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { availableParallelism } from 'node:os';
import { json } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { dryRun } from '../activities/engine/dry-run.ts';
import { availableSolvers } from '../activities/solvers/available.ts';
import type { SolvePayload } from '../temporal/messages/payload.ts';
import { JOB_TYPES, type SolverName } from '../temporal/solvers.ts';
import type { WorkerSettings } from './config.ts';

/** Body of the health reply; `solvers` is what the API offers to its clients. */
export interface SolverHealth {
  readonly status: 'healthy';
  readonly version: string;
  readonly solvers: readonly SolverName[];
  readonly slots: number;
}

const VERSION = '1.0.0';

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Listens; returns what closes the server. */
export async function serveSolver(settings: WorkerSettings, log: Logger): Promise<() => Promise<void>> {
  const health: SolverHealth = {
    status: 'healthy',
    version: VERSION,
    solvers: await availableSolvers(settings),
    slots: settings.SOLVER_SLOTS || availableParallelism(),
  };
  const server = createServer((request, response) => {
    answer(request, health, settings.SOLVER_TOKEN)
      .catch((error: unknown): Answer => {
        log.error({ err: error }, 'request failed');
        return { status: 500, body: { detail: 'Internal server error' } };
      })
      .then((found) => send(response, found), log.error);
  });
  server.listen(settings.SOLVER_PORT, settings.SOLVER_HOST);
  await once(server, 'listening');
  log.info({ address: server.address(), solvers: health.solvers }, 'solver service listens');
  return async () => {
    server.close();
    server.closeIdleConnections();
    await once(server, 'close', { signal: AbortSignal.timeout(2000) }).catch(() =>
      server.closeAllConnections(),
    );
  };
}

async function answer(
  request: IncomingMessage,
  health: SolverHealth,
  token: string | undefined,
): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://solver');
  if (pathname === '/health') return request.method === 'GET' ? { status: 200, body: health } : NOT_ALLOWED;
  if (pathname !== '/validate') return { status: 404, body: { detail: 'Not found' } };
  if (request.method !== 'POST') return NOT_ALLOWED;
  if (token && request.headers['x-solver-token'] !== token) {
    return { status: 401, body: { detail: 'X-Solver-Token missing or wrong' } };
  }
  const jobType = JOB_TYPES.find((type) => type === searchParams.get('type'));
  if (!jobType) return { status: 422, body: { detail: `type should be one of ${JOB_TYPES.join(', ')}` } };
  return { status: 200, body: await dryRun(jobType, (await json(request)) as SolvePayload) };
}

const NOT_ALLOWED: Answer = { status: 405, body: { detail: 'Method Not Allowed' } };

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
