import { array, boolean, object, string } from 'yup';
import { JOB_TYPES, SOLVERS } from '../../temporal/solvers.ts';
import { ServiceUnavailable } from '../http/errors.ts';
import { defineRoute, reply } from '../http/route.ts';

const CAPABILITIES = [
  'unit_commitment',
  'security_constrained_uc',
  'economic_dispatch',
  'lmp',
  'n1_contingencies',
  'experiments',
] as const;
const MODULE_VERSION = '2.0.0';

export const solverHealth = defineRoute({
  method: 'get',
  path: '/modules/analyst/solve/enhanced-uc/health',
  summary: 'What the solver module offers; 503 when it cannot be reached',
  tag: 'Solve',
  auth: 'none',
  responses: {
    200: object({
      loaded: boolean().required(),
      api_version: string().required(),
      capabilities: array(string().oneOf(CAPABILITIES).required()).required(),
      supported_modes: array(string().oneOf(JOB_TYPES).required()).required(),
      supported_solvers: array(string().oneOf(SOLVERS).required()).required(),
    }),
  },
  errors: [503],
  handle: async ({ deps }) => {
    const { solvers } = await deps.solverService.health().catch((cause: unknown) => {
      throw new ServiceUnavailable('Solver module not loaded', { cause });
    });
    return reply(200, {
      loaded: true,
      api_version: MODULE_VERSION,
      capabilities: [...CAPABILITIES],
      supported_modes: [...JOB_TYPES],
      supported_solvers: solvers,
    });
  },
});
