/** GET /health */
import { array, number, object, string } from 'yup';
import { SOLVERS } from '../../../temporal/solvers.ts';
import { defineRoute } from '../route.ts';
import { VERSION } from '../version.ts';

export const health = defineRoute({
  method: 'GET',
  path: '/health',
  summary: 'Whether the service is there, and what it can run',
  open: true,
  responses: {
    200: object({
      status: string()
        .oneOf(['healthy'] as const)
        .required(),
      version: string().required(),
      solvers: array(string().oneOf(SOLVERS).required()).required(),
      slots: number().integer().required().meta({ description: 'Solves at the same time' }),
    }),
  },
  handle: async ({ deps: { solvers, slots } }) => ({
    status: 200,
    body: { status: 'healthy', version: VERSION, solvers, slots },
  }),
});
