/** A Temporal server of the test's own, in memory: no other test, nor a stack, takes tasks of its queues. */
import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { type NativeConnection, Worker } from '@temporalio/worker';
import { searchAttributes } from '../../../temporal/names.ts';
import { acquireTemporal } from '../../../workers/local/acquire/temporal.ts';
import { TASK_ORDER } from '../../../workers/local/stack/servers.ts';
import './quiet-runtime.ts';

/** Stands in recorded histories in place of a process and host. */
const IDENTITY = 'test';
/** What an orchestrator runs. */
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

/** `settings`: of the server beside those of a stack, such as `limit.historyCount.suggestContinueAsNew=80`. */
export async function connectForTests(settings: readonly string[] = []): Promise<TemporalForTests> {
  const { found } = await acquireTemporal({ env: { ...process.env, TEMPORAL_ADDRESS: '' } });
  const server = await TestWorkflowEnvironment.createLocal({
    server: {
      executable: { type: 'existing-path', path: found.command ?? '' },
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
