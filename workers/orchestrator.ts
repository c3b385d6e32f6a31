/** Worker of the orchestration queue: workflows and light activities. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Db } from 'mongodb';
import { createDeliveryActivities, createRecordActivities } from '../activities/index.ts';
import { resolveName } from '../activities/webhooks/post-event.ts';
import { createAudit } from '../mongo/audit.ts';
import { createDocuments } from '../mongo/documents.ts';
import { createExecutions } from '../mongo/executions.ts';
import { createExperiments } from '../mongo/experiments.ts';
import { createJobs } from '../mongo/jobs.ts';
import { createScenarioRuns } from '../mongo/scenario-runs.ts';
import { createSchedules } from '../mongo/schedules.ts';
import { createStoredBytes } from '../mongo/stored-bytes.ts';
import { createWebhooks } from '../mongo/webhooks.ts';
import { createWindows } from '../mongo/windows.ts';
import type { Build } from '../temporal/builds.ts';
import { createPayloadSeal, dataConverterOf } from '../temporal/codec.ts';
import { createJobWorkflows } from '../temporal/jobs.ts';
import { DELIVERY_QUEUE, ORCHESTRATION_QUEUE } from '../temporal/names.ts';
import { addressRule } from '../temporal/public-address.ts';
import { createScheduler } from '../temporal/schedules.ts';
import {
  createExecutionWorkflows,
  createExperimentWorkflows,
  createStartDeliveries,
} from '../temporal/workflow-calls.ts';
import type { WorkerSettings } from './config.ts';
import type { Process, Watchers } from './process.ts';
import { submitDueOf } from './submissions.ts';

/** Written by the build; absent after the compiler alone. */
const BUNDLE = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
const SOURCES = fileURLToPath(new URL('../workflows/index.js', import.meta.url));

/** Spans of workflows; a module for the sandbox. */
const TRACES = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js';

/**
 * Every workflow ends on the build on which it began, and so do its parts: changed code never meets an open run. A long run keeps
 * an orchestrator of its build alive, mostly idle; a sweep without its build ends after two minutes, and the next begins. Set
 * here and not in the workflows, because the server refuses it from workers without a build.
 */
const PINNED = { useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' } as const;

/** Undefined if work may go to any build. */
export const buildOf = ({
  TEMPORAL_WORKER_BUILD_ID: buildId,
  TEMPORAL_DEPLOYMENT_NAME: deploymentName,
}: WorkerSettings): Build | undefined => (buildId === undefined ? undefined : { deploymentName, buildId });

export function createOrchestrator(connection: NativeConnection, process: Process): Promise<Worker> {
  const { db, client, settings, watchers } = process;
  const build = buildOf(settings);
  const dataConverter = dataConverterOf(settings);
  return Worker.create({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    taskQueue: ORCHESTRATION_QUEUE,
    dataConverter,
    ...workflowsOf(watchers, dataConverter),
    activities: createRecordActivities({
      ...createRecordStores(db),
      workflows: createJobWorkflows(client),
      experimentWorkflows: createExperimentWorkflows(client),
      executionWorkflows: createExecutionWorkflows(client),
      scheduler: createScheduler(client),
      startDeliveries: createStartDeliveries(client),
      submitDue: submitDueOf(process),
      retentionDays: settings.JOB_RETENTION_DAYS,
      now: () => new Date(),
    }),
    interceptors: {
      activity: watchers.activities,
      client: { workflow: watchers.calls },
      ...(watchers.sinks && { workflowModules: [fileURLToPath(import.meta.resolve(TRACES))] }),
    },
    ...(build && { workerDeploymentOptions: { ...PINNED, version: build } }),
    shutdownGraceTime: '5s',
    shutdownForceTime: '15s',
  });
}

/** Largest number of parallel deliveries. */
const DELIVERIES = 50;

/** Worker of the queue of deliveries, which waits for servers of third parties without delaying other work. */
export function createDeliverer(
  connection: NativeConnection,
  { db, settings, watchers }: Process,
): Promise<Worker> {
  return Worker.create({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    taskQueue: DELIVERY_QUEUE,
    dataConverter: dataConverterOf(settings),
    activities: createDeliveryActivities({
      webhooks: createWebhooks(db),
      webhookSeal: createPayloadSeal(settings),
      rule: addressRule(settings.WEBHOOK_ALLOWED_NETWORKS),
      resolve: resolveName,
      now: () => new Date(),
    }),
    interceptors: { activity: watchers.activities },
    maxConcurrentActivityTaskExecutions: DELIVERIES,
    shutdownGraceTime: '5s',
    shutdownForceTime: '15s',
  });
}

/** Workflows with tracing or encrypted failures are bundled at the start, in a few seconds. */
const workflowsOf = (
  { sinks }: Watchers,
  { failureConverterPath }: NonNullable<WorkerOptions['dataConverter']>,
) =>
  existsSync(BUNDLE) && !sinks && !failureConverterPath
    ? { workflowBundle: { codePath: BUNDLE } }
    : { workflowsPath: SOURCES, ...(sinks && { sinks }) };

/** The stores used by light activities. */
export const createRecordStores = (db: Db) => ({
  jobs: createJobs(db),
  experiments: createExperiments(db),
  scenarioRuns: createScenarioRuns(db),
  executions: createExecutions(db),
  windows: createWindows(db),
  documents: createDocuments(db),
  storedBytes: createStoredBytes(db),
  audit: createAudit(db),
  schedules: createSchedules(db),
  webhooks: createWebhooks(db),
});
