/** Every HTTP endpoint of the service, in the order of the reference. */
import type { AnyRoute } from '../route.ts';
import { analystChat } from './ai/analyst-chat.ts';
import { chat } from './ai/chat.ts';
import { explain } from './ai/explain.ts';
import { generateCode } from './ai/generate-code.ts';
import { history } from './ai/history.ts';
import { readExplanation } from './ai/read-explanation.ts';
import { exportLogs } from './audit/export-logs.ts';
import { logs } from './audit/logs.ts';
import { verify } from './audit/verify.ts';
import { csrfToken } from './auth/csrf-token.ts';
import { login } from './auth/login.ts';
import { logout } from './auth/logout.ts';
import { refresh } from './auth/refresh.ts';
import { register } from './auth/register.ts';
import { verifyTwoFactor } from './auth/verify-two-factor.ts';
import { cancelExperiment } from './experiments/cancel-experiment.ts';
import { downloadResults } from './experiments/download-results.ts';
import { experimentEvents } from './experiments/experiment-events.ts';
import { experimentStatus, readExperiment } from './experiments/experiment-status.ts';
import { listExperiments } from './experiments/list-experiments.ts';
import { listScenarioRuns } from './experiments/list-scenario-runs.ts';
import { retryExperiment } from './experiments/retry-experiment.ts';
import { submitExperiment } from './experiments/submit-experiment.ts';
import { summarize } from './experiments/summarize.ts';
import { health } from './health.ts';
import { cancelExecution } from './model-builder/cancel-execution.ts';
import { createConfig } from './model-builder/create-config.ts';
import { deleteConfig } from './model-builder/delete-config.ts';
import { listConfigs } from './model-builder/list-configs.ts';
import { listDays } from './model-builder/list-days.ts';
import { listExecutions } from './model-builder/list-executions.ts';
import { listModels } from './model-builder/list-models.ts';
import { listSolvers } from './model-builder/list-solvers.ts';
import { readConfig } from './model-builder/read-config.ts';
import { readExecution } from './model-builder/read-execution.ts';
import { runModel } from './model-builder/run-model.ts';
import { validateBuilderPrompt } from './model-builder/validate-builder-prompt.ts';
import { validateTunerPrompt } from './model-tuner/validate-tuner-prompt.ts';
import { listModules } from './modules/list-modules.ts';
import { readAccess } from './modules/read-access.ts';
import { readModule } from './modules/read-module.ts';
import { recordAccess } from './modules/record-access.ts';
import { deleteNetwork } from './networks/delete-network.ts';
import { listNetworks } from './networks/list-networks.ts';
import { putNetwork } from './networks/put-network.ts';
import { readNetwork } from './networks/read-network.ts';
import { analyzeStability } from './power-flow/analyze-stability.ts';
import { checkViolations } from './power-flow/check-violations.ts';
import { lineLimits } from './power-flow/line-limits.ts';
import { listLimits } from './power-flow/list-limits.ts';
import { preparePowerFlow } from './power-flow/solve.ts';
import { validatePowerFlow } from './power-flow/validate.ts';
import { validateCase } from './power-flow/validate-case.ts';
import { validateContingency } from './power-flow/validate-contingency.ts';
import { validateFile } from './power-flow/validate-file.ts';
import { validateFlow } from './power-flow/validate-flow.ts';
import { validateGenerators } from './power-flow/validate-generators.ts';
import { validateLine } from './power-flow/validate-line.ts';
import { validateLines } from './power-flow/validate-lines.ts';
import { validateTopology } from './power-flow/validate-topology.ts';
import { validateUnits } from './power-flow/validate-units.ts';
import { ready } from './ready.ts';
import { deleteScenario } from './scenarios/delete-scenario.ts';
import { exportScenario } from './scenarios/export-scenario.ts';
import { importScenario } from './scenarios/import-scenario.ts';
import { listScenarios } from './scenarios/list-scenarios.ts';
import { putScenario } from './scenarios/put-scenario.ts';
import { readScenario } from './scenarios/read-scenario.ts';
import { cancelJob } from './solve/cancel-job.ts';
import { diffJobs } from './solve/diff-jobs.ts';
import { jobEvents } from './solve/job-events.ts';
import { jobResults } from './solve/job-results.ts';
import { jobStatus, readJob } from './solve/job-status.ts';
import { listJobs } from './solve/list-jobs.ts';
import { solverHealth } from './solve/solver-health.ts';
import { stopJob } from './solve/stop-job.ts';
import { submitEd } from './solve/submit-ed.ts';
import { submitScuc } from './solve/submit-scuc.ts';
import { submitUc } from './solve/submit-uc.ts';
import { validateSolve } from './solve/validate-solve.ts';
import { changePassword } from './users/change-password.ts';
import { createApiKey } from './users/create-api-key.ts';
import { disableTwoFactor } from './users/disable-two-factor.ts';
import { enableTwoFactor } from './users/enable-two-factor.ts';
import { grantModule } from './users/grant-module.ts';
import { listApiKeys } from './users/list-api-keys.ts';
import { listUsers } from './users/list-users.ts';
import { me } from './users/me.ts';
import { readTwoFactor } from './users/read-two-factor.ts';
import { readUser } from './users/read-user.ts';
import { renewRecoveryCodes } from './users/renew-recovery-codes.ts';
import { resetTwoFactor } from './users/reset-two-factor.ts';
import { revokeApiKey } from './users/revoke-api-key.ts';
import { setDisabled } from './users/set-disabled.ts';
import { setRole } from './users/set-role.ts';
import { setUpTwoFactor } from './users/set-up-two-factor.ts';
import { subscriptions } from './users/subscriptions.ts';

export const ROUTES: readonly AnyRoute[] = [
  csrfToken,
  login,
  refresh,
  logout,
  register,
  verifyTwoFactor,
  solverHealth,
  submitUc,
  submitScuc,
  submitEd,
  jobStatus,
  readJob,
  jobResults,
  listJobs,
  cancelJob,
  stopJob,
  jobEvents,
  validateSolve,
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
  submitExperiment,
  experimentStatus,
  readExperiment,
  downloadResults,
  listScenarioRuns,
  summarize,
  listExperiments,
  cancelExperiment,
  retryExperiment,
  experimentEvents,
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
  diffJobs,
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
  logs,
  verify,
  exportLogs,
  me,
  changePassword,
  subscriptions,
  listUsers,
  readUser,
  setRole,
  setDisabled,
  grantModule,
  listModules,
  readModule,
  readAccess,
  recordAccess,
  readTwoFactor,
  setUpTwoFactor,
  enableTwoFactor,
  disableTwoFactor,
  renewRecoveryCodes,
  resetTwoFactor,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  health,
  ready,
];
