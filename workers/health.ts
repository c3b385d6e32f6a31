/** HTTP face of the solver service: `GET /health` says that it runs and what it can solve. */
import { createServer, type Server } from 'node:http';
import type { SolverName } from '../temporal/solvers.ts';

/** Body of the health reply; `solvers` is what the API offers to its clients. */
export interface SolverHealth {
  readonly status: 'healthy';
  readonly version: string;
  readonly solvers: readonly SolverName[];
  readonly slots: number;
}

export function createHealthServer(health: SolverHealth): Server {
  return createServer((request, response) => {
    const found = request.method === 'GET' && request.url?.split('?')[0] === '/health';
    response.writeHead(found ? 200 : 404, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
    response.end(JSON.stringify(found ? health : { detail: 'Not found' }));
  });
}
