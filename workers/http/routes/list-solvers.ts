/** GET /solvers */
import { array, boolean, object, string } from 'yup';
import { SOLVERS } from '../../../temporal/solvers.ts';
import { defineRoute } from '../route.ts';
import { SOLVES } from '../service-job.ts';

export const listSolvers = defineRoute({
  method: 'GET',
  path: '/solvers',
  summary: 'Every solver by name, and whether it can run here',
  responses: {
    200: object({
      solvers: array(
        object({
          name: string().oneOf(SOLVERS).required(),
          available: boolean().required(),
          job_types: array(string().oneOf(SOLVES).required()).required(),
        }),
      ).required(),
      default: string().oneOf(SOLVERS).required(),
    }),
  },
  handle: async ({ deps }) => ({
    status: 200,
    body: {
      solvers: SOLVERS.map((name) => ({ name, available: deps.solvers.includes(name), job_types: SOLVES })),
      default: 'highs',
    },
  }),
});
