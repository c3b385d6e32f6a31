/** State and solvers of the solver service. */
import { array, boolean, number, object, string } from 'yup';
import { highsLibrary } from '../../activities/solvers/highs/library.ts';
import { reply } from '../../api/http/route.ts';
import { SOLVERS } from '../../temporal/solvers.ts';
import { SOLVES } from './job-routes.ts';
import { defineRoute, FOR_CALLERS } from './service-deps.ts';

/** Version of the routes of the solver service. */
export const VERSION = '1.0.0';

export const health = defineRoute({
  auth: 'none',
  tag: 'Health',
  method: 'get',
  path: '/health',
  light: true,
  summary: 'Health of the service, and its solvers',
  responses: {
    200: object({
      status: string()
        .oneOf(['healthy'] as const)
        .required(),
      version: string().required(),
      solvers: array(string().oneOf(SOLVERS).required()).required(),
      slots: number().integer().required().meta({ description: 'Largest number of parallel solves' }),
    }),
  },
  handle: async ({ deps: { solvers, slots } }) =>
    reply(200, { status: 'healthy' as const, version: VERSION, solvers: [...solvers], slots }),
});

export const listSolvers = defineRoute({
  ...FOR_CALLERS,
  tag: 'Solve',
  method: 'get',
  path: '/solvers',
  light: true,
  summary: 'List solvers, and whether they can run here',
  responses: {
    200: object({
      solvers: array(
        object({
          name: string().oneOf(SOLVERS).required(),
          available: boolean().required(),
          version: string()
            .nullable()
            .defined()
            .meta({ description: 'Version and build; null if only a solve reports it' }),
          job_types: array(string().oneOf(SOLVES).required()).required(),
        }),
      ).required(),
      default: string().oneOf(SOLVERS).required(),
    }),
  },
  handle: async ({ deps }) => {
    const highs = await highsLibrary();
    const solvers = SOLVERS.map((name) => ({
      name,
      available: deps.solvers.includes(name),
      version: name === 'highs' ? highs.version : null,
      job_types: [...SOLVES],
    }));
    return reply(200, { solvers, default: 'highs' as const });
  },
});
