/** Every route of the solver service but its pages. */
import type { AnyRoute } from '../../api/http/route.ts';
import { createCase, deleteCase, listCases, readCase } from './case-routes.ts';
import { cancelJob, jobResults, readJob } from './job-routes.ts';
import { lodf, ptdf } from './sensitivity-routes.ts';
import type { ServiceDeps } from './service-deps.ts';
import { health, listSolvers } from './service-routes.ts';
import { submitRoutes, validate } from './solve-routes.ts';

export const ROUTES: readonly AnyRoute<ServiceDeps>[] = [
  health,
  listSolvers,
  validate,
  ...submitRoutes,
  readJob,
  jobResults,
  cancelJob,
  ptdf,
  lodf,
  listCases,
  createCase,
  readCase,
  deleteCase,
];
