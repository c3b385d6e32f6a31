/** A Temporal server in memory for one test, so that no other test or stack takes tasks from its queues. */
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { searchAttributes } from '../../../temporal/names.ts';
import { acquireTemporal } from '../../../workers/local/acquire/temporal.ts';
import { TASK_ORDER } from '../../../workers/local/stack/servers.ts';
import './quiet-runtime.ts';

/** Identity that replaces process and host in recorded histories. */
const IDENTITY = 'test';
/** Workflow bundle of an orchestrator. */
export const WORKFLOW_BUNDLE = {
  codePath: fileURLToPath(new URL('../../../workflow-bundle.js', import.meta.url)),
};

export interface TemporalForTests {
  readonly address: string;
  readonly client: Client;
  readonly connection: NativeConnection;
  worker(taskQueue: string, activities: object, workflows?: boolean): Promise<Worker>;
  close(): Promise<void>;
}

/**
 * Connects to a new server. `settings`: settings of the server in addition to those of a stack, such as
 * `limit.historyCount.suggestContinueAsNew=80`.
 */
export async function connectForTests(settings: readonly string[] = []): Promise<TemporalForTests> {
  const { found: cli } = await acquireTemporal({ env: { ...process.env, TEMPORAL_ADDRESS: '' } });
  const server = await TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'existing-path', path: cli.command ?? '' },
      searchAttributes: Object.values(searchAttributes),
      log: { format: 'text', level: 'error' },
      extraArgs: [
        ...['--output', 'none'],
        ...[...TASK_ORDER, ...settings].flatMap((setting) => ['--dynamic-config-value', setting]),
      ],
    },
    client: { identity: IDENTITY },
  });
  const { address, client, nativeConnection: connection } = server;
  return {
    ...{ address, client, connection },
    worker: (taskQueue, activities, workflows = true) =>
      Worker.create({
        connection,
        taskQueue,
        identity: IDENTITY,
        activities,
        ...(workflows && { workflowBundle: WORKFLOW_BUNDLE }),
        maxHeartbeatThrottleInterval: '200ms',
      }),
    close: () => server.teardown(),
  };
}
