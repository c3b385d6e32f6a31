import { array, boolean, number, object, string } from 'yup';
import { SOLVERS } from '../../temporal/solvers.ts';
import { SOLVES } from './job-routes.ts';
import { defineRoute } from './route.ts';

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

/** Version of the routes of the solver service. */
export const VERSION = '1.0.0';
