/** Every HTTP endpoint of the service, in the order of the API reference. */
import { apiKeyRoutes } from './accounts/routes/api-keys.ts';
import { authRoutes } from './accounts/routes/auth.ts';
import { moduleRoutes } from './accounts/routes/modules.ts';
import { ownAccountRoutes, sessionRoutes } from './accounts/routes/own-account.ts';
import { twoFactorRoutes } from './accounts/routes/two-factor.ts';
import { userRoutes } from './accounts/routes/users.ts';
import { analystRoutes } from './analyst/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import { certificateRoutes } from './certificates/routes.ts';
import { connectionRoutes } from './connections/routes.ts';
import type { Deps } from './deps.ts';
import { experimentResultRoutes } from './experiments/result-routes.ts';
import { experimentRoutes } from './experiments/routes.ts';
import { experimentSubmitRoutes } from './experiments/submit-routes.ts';
import { healthRoutes } from './http/health.ts';
import type { AnyRoute } from './http/route.ts';
import { catalogRoutes } from './model-builder/catalog-routes.ts';
import { configRoutes } from './model-builder/config-routes.ts';
import { executionRoutes } from './model-builder/execution-routes.ts';
import { studyRoutes } from './model-builder/study-routes.ts';
import { overviewRoutes } from './overview/routes.ts';
import { powerFlowRoutes } from './power-flow/routes/index.ts';
import { scenarioFileRoutes } from './scenarios/file-routes.ts';
import { networkFileRoutes } from './scenarios/network-file-routes.ts';
import { networkRoutes } from './scenarios/network-routes.ts';
import { scenarioRoutes } from './scenarios/scenario-routes.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { shareRoutes } from './shares/routes.ts';
import { acCheckRoutes } from './solve/ac-check-route.ts';
import { caseRoutes } from './solve/case-routes.ts';
import { jobRoutes } from './solve/job-routes.ts';
import { resultRoutes } from './solve/result-routes.ts';
import { solveRoutes } from './solve/routes.ts';
import { whatIfRoutes } from './solve/what-if-routes.ts';
import { verifyRoutes } from './verify/routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';

export const ROUTES: readonly AnyRoute<Deps>[] = [
  ...authRoutes,
  ...solveRoutes,
  ...jobRoutes,
  ...resultRoutes,
  ...caseRoutes,
  ...certificateRoutes,
  ...verifyRoutes,
  ...whatIfRoutes,
  ...acCheckRoutes,
  ...powerFlowRoutes,
  ...experimentSubmitRoutes,
  ...experimentRoutes,
  ...experimentResultRoutes,
  ...scenarioRoutes,
  ...scenarioFileRoutes,
  ...networkFileRoutes,
  ...networkRoutes,
  ...catalogRoutes,
  ...executionRoutes,
  ...studyRoutes,
  ...configRoutes,
  ...connectionRoutes,
  ...scheduleRoutes,
  ...webhookRoutes,
  ...analystRoutes,
  ...shareRoutes,
  ...overviewRoutes,
  ...auditRoutes,
  ...ownAccountRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...moduleRoutes,
  ...twoFactorRoutes,
  ...apiKeyRoutes,
  ...healthRoutes,
];
