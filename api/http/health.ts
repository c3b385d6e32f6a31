/** Whether the process is alive, and whether the service is ready to serve requests. */
import { object, string } from 'yup';
import type { KitDeps } from './deps.ts';
import { probe } from './probe.ts';
import { reply, routesFor } from './route.ts';

export interface HealthDeps extends Pick<KitDeps, 'stopping'> {
  /** Parts of the service that readiness asks about. */
  readonly probes: Readonly<Record<'mongo' | 'temporal' | 'solver', () => Promise<void>>>;
}

const defineRoute = routesFor<HealthDeps>();

/** GET /health: the process is alive; asks nobody else. */
const health = defineRoute({
  method: 'get',
  path: '/health',
  summary: 'Liveness',
  tag: 'Health',
  auth: 'none',
  responses: {
    200: object({
      status: string()
        .required()
        .meta({ examples: ['healthy'] }),
    }),
  },
  handle: async () => reply(200, { status: 'healthy' }),
});

const check = () => string().required().meta({ description: '`ok` or why not' });
const readiness = object({
  status: string()
    .oneOf(['ready', 'unavailable'] as const)
    .required(),
  checks: object({
    mongo: check(),
    temporal: check(),
    solver: check(),
    process: string().optional().meta({ description: '`stopping`, once it has been told to end' }),
  }).required(),
});

/** GET /health/ready: can requests be served? */
const ready = defineRoute({
  method: 'get',
  path: '/health/ready',
  summary: 'Readiness of the service and of what it depends on',
  tag: 'Health',
  auth: 'none',
  responses: { 200: readiness, 503: readiness },
  handle: async ({ deps: { probes, stopping } }) => {
    const [mongo, temporal, solver] = await Promise.all([
      probe(probes.mongo),
      probe(probes.temporal),
      probe(probes.solver),
    ]);
    const checks = { mongo, temporal, solver, ...(stopping.aborted && { process: 'stopping' }) };
    const isReady = Object.values(checks).every((state) => state === 'ok');
    return isReady ? reply(200, { status: 'ready', checks }) : reply(503, { status: 'unavailable', checks });
  },
});

export const healthRoutes = [health, ready];
