/** One lazily connected Temporal client per process: the API boots and answers health while Temporal is down. */
import { Client, Connection } from '@temporalio/client';
import type { TemporalSettings } from './config.ts';
import { connectionOptions } from './connection-options.ts';

export interface TemporalConnection {
  readonly client: Client;
  /** Resolves when the frontend answers within `deadlineMs`; rejects otherwise. */
  ping(deadlineMs: number): Promise<void>;
  close(): Promise<void>;
}

export function connectTemporal(settings: TemporalSettings, identity: string): TemporalConnection {
  const connection = Connection.lazy({ ...connectionOptions(settings), connectTimeout: '2s' });
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE, identity });
  return {
    client,
    ping: (deadlineMs) =>
      connection.withDeadline(Date.now() + deadlineMs, async () => {
        await connection.workflowService.describeNamespace({ namespace: settings.TEMPORAL_NAMESPACE });
      }),
    close: () => connection.close(),
  };
}
