/** GET /health: the process is alive; asks nobody else. */
import { object, string } from 'yup';
import { defineRoute, reply } from '../route.ts';

export const health = defineRoute({
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
