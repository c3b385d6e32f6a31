/** Every route of the solver service but its pages. */
import type { AnyRoute } from '../route.ts';
import { cancelJob } from './cancel-job.ts';
import { createCase } from './create-case.ts';
import { deleteCase } from './delete-case.ts';
import { health } from './health.ts';
import { jobResults } from './job-results.ts';
import { listCases } from './list-cases.ts';
import { listSolvers } from './list-solvers.ts';
import { lodf } from './lodf.ts';
import { ptdf } from './ptdf.ts';
import { readCase } from './read-case.ts';
import { readJob } from './read-job.ts';
import { submitRoutes } from './submit-solve.ts';
import { validate } from './validate.ts';

export const ROUTES: readonly AnyRoute[] = [
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
