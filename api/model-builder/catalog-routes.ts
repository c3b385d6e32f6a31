/** What can be run: models, and solvers with their parameters. */
import { array, object } from 'yup';
import { PCM_MODELS } from '../../temporal/case/pcm-models.ts';
import type { SolverName } from '../../temporal/solvers.ts';
import { reply, routesFor } from '../http/route.ts';
import { pcmModelSchema, toPcmModelView } from './catalog.ts';
import type { ModelBuilderDeps } from './deps.ts';
import { solverDescription, toSolverCatalog } from './solver-catalog.ts';

const defineRoute = routesFor<ModelBuilderDeps>();

const listModels = defineRoute({
  method: 'get',
  path: '/model-builder/models',
  summary: 'Production-cost models that can be run',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
  responses: { 200: object({ models: array(pcmModelSchema).required() }) },
  handle: async () => reply(200, { models: PCM_MODELS.map(toPcmModelView) }),
});

const listSolvers = defineRoute({
  method: 'get',
  path: '/model-builder/solvers',
  summary: 'Solvers with their parameters, and which of them can be used now',
  tag: 'Model builder',
  auth: 'bearer',
  module: { id: 'model-builder', level: 'basic' },
  responses: { 200: object({ solvers: array(solverDescription).required() }) },
  handle: async ({ deps }) => reply(200, { solvers: toSolverCatalog(await availableSolvers(deps)) }),
});

/** A solver service that is down is no reason to hide the catalog. */
async function availableSolvers({
  solverService,
  log,
}: Pick<ModelBuilderDeps, 'solverService' | 'log'>): Promise<readonly SolverName[]> {
  try {
    return (await solverService.health()).solvers;
  } catch (error) {
    log.warn({ err: error }, 'solvers listed without the solver service');
    return [];
  }
}

export const catalogRoutes = [listModels, listSolvers];
