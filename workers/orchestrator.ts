/** Worker of the orchestration queue: workflows and light activities. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { createRecordActivities } from '../activities/index.ts';
import { createExecutionWorkflows } from '../temporal/executions.ts';
import { createExperimentWorkflows } from '../temporal/experiments.ts';
import { createJobWorkflows } from '../temporal/jobs.ts';
import { ORCHESTRATION_QUEUE } from '../temporal/names.ts';
import type { Process } from './process.ts';
import { createRecordStores } from './record-stores.ts';

/** Written by the build; absent when the compiler alone has run. */
const BUNDLE = fileURLToPath(new URL('../workflow-bundle.js', import.meta.url));
const SOURCES = fileURLToPath(new URL('../workflows/index.js', import.meta.url));

export function createOrchestrator(connection: NativeConnection, process: Process): Promise<Worker> {
  const { db, client, settings } = process;
  return Worker.create({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    taskQueue: ORCHESTRATION_QUEUE,
    ...(existsSync(BUNDLE) ? { workflowBundle: { codePath: BUNDLE } } : { workflowsPath: SOURCES }),
    activities: createRecordActivities({
      ...createRecordStores(db),
      workflows: createJobWorkflows(client),
      experimentWorkflows: createExperimentWorkflows(client),
      executionWorkflows: createExecutionWorkflows(client),
      retentionDays: settings.JOB_RETENTION_DAYS,
      now: () => new Date(),
    }),
    shutdownGraceTime: '5s',
    shutdownForceTime: '15s',
  });
}
