/** The catalog: models that can be run, and solvers with their parameters. */
import { array, boolean, type InferType, mixed, object, string } from 'yup';
import { PCM_MODELS } from '../../temporal/case/pcm-models.ts';
import { SOLVER_TABLE, SOLVERS, type SolverName } from '../../temporal/solvers.ts';
import { reply, routesFor } from '../http/route.ts';
import { pcmModelSchema, toPcmModelView } from './catalog.ts';
import { builderRoute, type ModelBuilderDeps } from './deps.ts';
import { SOLVER_DEFAULTS } from './solver-choice.ts';

const isDefault = (value: unknown): value is number | string =>
  typeof value === 'number' || typeof value === 'string';

const solverParameter = object({
  name: string().required(),
  type: string()
    .oneOf(['integer', 'float', 'string'] as const)
    .required(),
  default: mixed(isDefault).required().meta({ description: 'Default value, of the type above' }),
  description: string().required(),
});
type SolverParameter = InferType<typeof solverParameter>;

const solverDescription = object({
  id: string().oneOf(SOLVERS).required(),
  name: string().required(),
  parameters: array(solverParameter).required(),
  available: boolean().required().meta({ description: 'True if the solver service can run it now' }),
});
type SolverDescription = InferType<typeof solverDescription>;

const COMMON: readonly SolverParameter[] = [
  {
    name: 'time_limit',
    type: 'integer',
    default: SOLVER_DEFAULTS.time_limit,
    description: 'Longest time of one solve, seconds, 1 to 3600',
  },
  {
    name: 'mip_gap',
    type: 'float',
    default: SOLVER_DEFAULTS.mip_gap,
    description: 'Optimality gap tolerance, relative, 0 to 1',
  },
];

const HIGHS_ONLY: readonly SolverParameter[] = [
  {
    name: 'presolve',
    type: 'string',
    default: SOLVER_DEFAULTS.presolve,
    description: 'Presolve of the model: choose, on or off',
  },
  {
    name: 'random_seed',
    type: 'integer',
    default: SOLVER_DEFAULTS.random_seed,
    description: 'Same seed, same search',
  },
];

/** All solvers that the service knows. `available`: the solvers that can be used now. */
export const toSolverCatalog = (available: readonly SolverName[]): SolverDescription[] =>
  SOLVER_TABLE.map(({ name: id, product }) => ({
    id,
    name: product,
    parameters: id === 'highs' ? [...COMMON, ...HIGHS_ONLY] : [...COMMON],
    available: available.includes(id),
  }));

const defineRoute = routesFor<ModelBuilderDeps>();

const listModels = defineRoute({
  method: 'get',
  path: '/model-builder/models',
  light: true,
  summary: 'Production-cost models that can be run',
  ...builderRoute,
  responses: { 200: object({ models: array(pcmModelSchema).required() }) },
  handle: async () => reply(200, { models: PCM_MODELS.map(toPcmModelView) }),
});

const listSolvers = defineRoute({
  method: 'get',
  path: '/model-builder/solvers',
  light: true,
  summary: 'Solvers with their parameters and their availability',
  ...builderRoute,
  responses: { 200: object({ solvers: array(solverDescription).required() }) },
  handle: async ({ deps }) => reply(200, { solvers: toSolverCatalog(await availableSolvers(deps)) }),
});

/** Solvers that are available; if the solver service is down, the catalog omits their availability. */
async function availableSolvers({ solverService, log }: ModelBuilderDeps): Promise<readonly SolverName[]> {
  try {
    return (await solverService.health()).solvers;
  } catch (error) {
    log.warn({ err: error }, 'solvers listed without the solver service');
    return [];
  }
}

export const catalogRoutes = [listModels, listSolvers];
