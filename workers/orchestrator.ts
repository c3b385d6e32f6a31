/** Worker of the orchestration queue: workflows and light activities. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Db } from 'mongodb';
import { createDeliveryActivities, createRecordActivities } from '../activities/index.ts';
import { resolveName } from '../activities/webhooks/post-event.ts';
import { createAudit } from '../mongo/audit.ts';
import { createConnectionStudies } from '../mongo/connection-studies.ts';
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
  createConnectionStudyWorkflows,
  createExecutionWorkflows,
  createExperimentWorkflows,
  createStartDeliveries,
} from '../temporal/workflow-calls.ts';
import type { WorkerSettings } from './config.ts';
import type { Process, Watchers } from './process.ts';
import { submitDueOf } from './submissions.ts';

/** File of the workflow bundle, which the build writes; absent if only the compiler ran. */
const BUNDLE = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
const SOURCES = fileURLToPath(new URL('../workflows/index.js', import.meta.url));

/** Module that creates spans of workflows inside the sandbox. */
const TRACES = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors.js';

/**
 * Worker option by which every workflow, and every part of it, ends on the build on which it began, so that changed
 * code never meets an open run. A long run keeps an orchestrator of its build alive, mostly idle. A workflow `sweep`
 * whose build is gone ends after two minutes, and the next one begins. The option is set here and not in the workflows,
 * because the server refuses it from workers without a build.
 */
const PINNED = { useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' } as const;

/** Build of this worker; undefined if workflows may run on any build. */
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
      connectionStudyWorkflows: createConnectionStudyWorkflows(client),
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

/** Maximum number of deliveries in parallel. */
const DELIVERIES = 50;

/**
 * Worker of the queue of deliveries. Deliveries wait for servers of third parties, so they have a worker of their own
 * and delay no other work.
 */
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

/** Workflow code. With tracing or encrypted failures, it is bundled at the start, which takes a few seconds. */
const workflowsOf = (
  { sinks }: Watchers,
  { failureConverterPath }: NonNullable<WorkerOptions['dataConverter']>,
) =>
  existsSync(BUNDLE) && !sinks && !failureConverterPath
    ? { workflowBundle: { codePath: BUNDLE } }
    : { workflowsPath: SOURCES, ...(sinks && { sinks }) };

/** The stores that light activities use. */
export const createRecordStores = (db: Db) => ({
  jobs: createJobs(db),
  experiments: createExperiments(db),
  scenarioRuns: createScenarioRuns(db),
  executions: createExecutions(db),
  connectionStudies: createConnectionStudies(db),
  windows: createWindows(db),
  documents: createDocuments(db),
  storedBytes: createStoredBytes(db),
  audit: createAudit(db),
  schedules: createSchedules(db),
  webhooks: createWebhooks(db),
});
