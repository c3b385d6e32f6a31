/** Settings of a worker process, from the environment. */
import { type AnyObject, boolean, type InferType, number, object, type StringSchema, string } from 'yup';
import { sharedSettings } from '../api/runs/settings.ts';
import { mongoSettings } from '../mongo/connect.ts';
import { isLoopback, temporalSettings, threadSettings, tracingSettings } from '../temporal/settings.ts';
import { EXECUTABLES, type Executable } from '../temporal/solvers.ts';

/** One setting per solver executable. */
const commandSettings = Object.fromEntries(
  EXECUTABLES.map(({ setting, command, title }) => [
    setting,
    string<string>()
      .default(command)
      .meta({ description: `Executable of the ${title} solver` }),
  ]),
) as Record<Executable['setting'], StringSchema<string, AnyObject, string, 'd'>>;

export const workerSettings = object({
  NODE_ENV: string().default('development').meta({ description: '`production` turns development aids off' }),
  LOG_LEVEL: string()
    .oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const)
    .default('info')
    .meta({ description: 'Least severe level that is logged' }),
  JOB_RETENTION_DAYS: number()
    .integer()
    .min(1)
    .default(30)
    .meta({ description: 'Days for which an ended job and its result are kept' }),
  TEMPORAL_WORKER_BUILD_ID: string().optional().meta({
    description:
      'Build id of this orchestrator, to which its open work stays pinned; unset = work may go to any build',
  }),
  TEMPORAL_DEPLOYMENT_NAME: string()
    .matches(/^[^.:]+$/, 'TEMPORAL_DEPLOYMENT_NAME must have neither a dot nor a colon')
    .default('grid-optimization')
    .meta({ description: 'Name of the Worker Deployment to which the builds belong' }),
  TEMPORAL_UI_URL: string()
    .matches(/^https?:\/\/[^\s@?#]+$/, 'TEMPORAL_UI_URL must be an http(s) address without user and query')
    .optional()
    .meta({ description: 'Address of the Temporal Web UI' }),
  SOLVER_HOST: string().default('127.0.0.1').meta({ description: 'Address the solver service listens on' }),
  SOLVER_PORT: number().integer().min(0).max(65535).default(8100).meta({
    description: 'Port of the solver service',
  }),
  SOLVER_SLOTS: number().integer().min(0).default(0).meta({
    description:
      'Parallel solves in one solver process, over all solvers; 0 = one per core. A free slot may help a long solve',
  }),
  SOLVER_MEMORY_MB: number().integer().min(256).default(4096).meta({
    description: 'Memory of one solve, MB; a solve that needs more ends with its incumbent',
  }),
  HIGHS_LIBRARY: string().optional().meta({
    description: 'Shared library of HiGHS, 1.11 or later; unset = the WebAssembly build, which is slower',
  }),
  HIGHS: string()
    .oneOf(['auto', 'wasm'] as const)
    .default('auto')
    .meta({ description: '`wasm` uses the WebAssembly build even if a library is set' }),
  SOLVER_WARM_UP: boolean().optional().meta({
    description: 'Solve a small case at the start, so that the first job does not wait for compilation',
  }),
  SOLVER_TOKEN: string().optional().meta({
    description:
      'Shared secret that callers of the solver service must send; may be unset only on a loopback address',
  }),
  MAX_BODY_MB: number().moreThan(0).default(32).meta({
    description: 'Largest request body, MB, after decompression',
  }),
  METRICS_ADDRESS: string()
    .matches(/^(\S+):\d{1,5}$/, 'METRICS_ADDRESS must be host:port')
    .optional()
    .meta({
      description:
        'host:port of the metrics and health of a worker process, port 0 = any free port; unset = none',
    }),
  METRICS_TOKEN: string()
    .optional()
    .meta({ description: 'Bearer token of /metrics; for this machine only when unset' }),
  ...commandSettings,
})
  .concat(mongoSettings)
  .concat(temporalSettings)
  .concat(threadSettings)
  .concat(sharedSettings)
  .concat(tracingSettings);
export type WorkerSettings = InferType<typeof workerSettings>;

/** Settings of the solver service, which listens on a port. */
export const solverSettings = workerSettings.test(
  'token',
  'SOLVER_TOKEN is required when SOLVER_HOST is not a loopback address: anyone could use the solver service',
  ({ SOLVER_TOKEN, SOLVER_HOST }) => SOLVER_TOKEN !== undefined || isLoopback(SOLVER_HOST),
);
