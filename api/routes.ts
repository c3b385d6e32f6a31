/** Every HTTP endpoint of the service, in the order of the reference. */

import { apiKeyRoutes } from './accounts/routes/api-keys.ts';
import { authRoutes } from './accounts/routes/auth.ts';
import { meRoutes } from './accounts/routes/me.ts';
import { moduleRoutes } from './accounts/routes/modules.ts';
import { twoFactorRoutes } from './accounts/routes/two-factor.ts';
import { userRoutes } from './accounts/routes/users.ts';
import { explain, readExplanation } from './analyst/explain-routes.ts';
import {
  analystChat,
  chat,
  generateCode,
  history,
  validateBuilderPrompt,
  validateTunerPrompt,
} from './analyst/routes.ts';
import { auditRoutes } from './audit/routes.ts';
import type { Deps } from './deps.ts';
import { experimentResultRoutes } from './experiments/result-routes.ts';
import { experimentRoutes } from './experiments/routes.ts';
import { healthRoutes } from './http/health.ts';
import type { AnyRoute } from './http/route.ts';
import { listModels, listSolvers } from './model-builder/catalog-routes.ts';
import { createConfig, deleteConfig, listConfigs, readConfig } from './model-builder/config-routes.ts';
import {
  cancelExecution,
  listDays,
  listExecutions,
  readExecution,
  runModel,
} from './model-builder/execution-routes.ts';
import { validateCase, validateFile } from './power-flow/routes/case.ts';
import { lineLimits, listLimits } from './power-flow/routes/limits.ts';
import { preparePowerFlow, validateLine, validateLines } from './power-flow/routes/lines.ts';
import { validateTopology, validateUnits } from './power-flow/routes/network.ts';
import { checkViolations, validateFlow, validatePowerFlow } from './power-flow/routes/state.ts';
import { analyzeStability, validateContingency, validateGenerators } from './power-flow/routes/units.ts';
import { exportScenario, importScenario } from './scenarios/file-routes.ts';
import { deleteNetwork, listNetworks, putNetwork, readNetwork } from './scenarios/network-routes.ts';
import { deleteScenario, listScenarios, putScenario, readScenario } from './scenarios/scenario-routes.ts';
import { jobRoutes } from './solve/job-routes.ts';
import { resultRoutes } from './solve/result-routes.ts';
import { solveRoutes } from './solve/routes.ts';

export const ROUTES: readonly AnyRoute<Deps>[] = [
  ...authRoutes,
  ...solveRoutes,
  ...jobRoutes,
  ...resultRoutes,
  preparePowerFlow,
  validatePowerFlow,
  validateTopology,
  validateGenerators,
  validateLines,
  validateLine,
  validateCase,
  validateContingency,
  validateFlow,
  checkViolations,
  lineLimits,
  analyzeStability,
  validateUnits,
  validateFile,
  listLimits,
  ...experimentRoutes,
  ...experimentResultRoutes,
  listScenarios,
  readScenario,
  putScenario,
  importScenario,
  exportScenario,
  deleteScenario,
  listNetworks,
  readNetwork,
  putNetwork,
  deleteNetwork,
  explain,
  readExplanation,
  listModels,
  listSolvers,
  runModel,
  listExecutions,
  readExecution,
  listDays,
  cancelExecution,
  listConfigs,
  createConfig,
  readConfig,
  deleteConfig,
  validateBuilderPrompt,
  validateTunerPrompt,
  chat,
  history,
  generateCode,
  analystChat,
  ...auditRoutes,
  ...meRoutes,
  ...userRoutes,
  ...moduleRoutes,
  ...twoFactorRoutes,
  ...apiKeyRoutes,
  ...healthRoutes,
];
