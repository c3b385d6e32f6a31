/** A real Temporal server with a worker of ours on it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, Connection, isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { ensureSearchAttributes } from '../../../temporal/namespace.ts';
import { QUIET } from './quiet-runtime.ts';

/** Apart from the stack that other suites use on the same server. */
const NAMESPACE = 'integration';
/** Stands in recorded histories in place of a process and host. */
const IDENTITY = 'test';

const bundle = bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('../../../workflows/index.js', import.meta.url)),
  logger: QUIET,
});

export interface TemporalForTests {
  readonly client: Client;
  readonly connection: NativeConnection;
  /** A queue of the test's own. */
  readonly queue: string;
  worker(taskQueue: string, activities: object, workflows?: boolean): Promise<Worker>;
  close(): Promise<void>;
}

export async function connectForTests(): Promise<TemporalForTests> {
  const address = requiredEnv('TEMPORAL_ADDRESS');
  const [clientConnection, connection] = await Promise.all([
    Connection.connect({ address }),
    NativeConnection.connect({ address }),
  ]);
  const client = new Client({ connection: clientConnection, namespace: NAMESPACE, identity: IDENTITY });
  await ensureNamespace(clientConnection, NAMESPACE);
  await ensureSearchAttributes(client, NAMESPACE);
  return {
    client,
    connection,
    queue: `test-${randomUUID()}`,
    worker: async (taskQueue, activities, workflows = true) =>
      Worker.create({
        connection,
        namespace: NAMESPACE,
        taskQueue,
        identity: IDENTITY,
        activities,
        ...(workflows && { workflowBundle: await bundle }),
        maxHeartbeatThrottleInterval: '200ms',
      }),
    close: async () => {
      await Promise.all([clientConnection.close(), connection.close()]);
    },
  };
}

const ALREADY_EXISTS = 6;

/** Resolves when the server knows it. */
export async function ensureNamespace({ workflowService }: Connection, namespace: string): Promise<void> {
  try {
    await workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
  } catch (error) {
    if (!isGrpcServiceError(error) || error.code !== ALREADY_EXISTS) throw error;
  }
  // The server learns of a new namespace a moment later.
  for (let attempt = 0; attempt < 100; attempt++) {
    const known = await workflowService
      .listWorkflowExecutions({ namespace, pageSize: 1 })
      .then(() => true)
      .catch(() => false);
    if (known) return;
    await delay(100);
  }
}

/** Address of a real server from the environment; its absence is a failure, not a reason to skip. */
function requiredEnv(name: 'MONGODB_URI' | 'TEMPORAL_ADDRESS'): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: run this suite with \`npm test\`, which starts the servers`);
  return value;
}
