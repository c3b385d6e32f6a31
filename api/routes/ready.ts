/** GET /health/ready: can requests be served? */
import { object, string } from 'yup';
import { probe } from '../probe.ts';
import { defineRoute, reply } from '../route.ts';

const check = () => string().required().meta({ description: '`ok` or why not' });
const readiness = object({
  status: string()
    .oneOf(['ready', 'unavailable'] as const)
    .required(),
  checks: object({ mongo: check(), temporal: check(), solver: check() }).required(),
});

export const ready = defineRoute({
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
    const checks = { mongo, temporal, solver };
    const isReady = !stopping.aborted && Object.values(checks).every((state) => state === 'ok');
    return isReady ? reply(200, { status: 'ready', checks }) : reply(503, { status: 'unavailable', checks });
  },
});
