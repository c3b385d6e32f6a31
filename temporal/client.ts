/** One lazily connected Temporal client per process: the API boots and answers health while Temporal is down. */
import { readFileSync } from 'node:fs';
import { Client, Connection, type WorkflowClientInterceptor } from '@temporalio/client';
import { dataConverterOf } from './codec.ts';
import type { TemporalSettings } from './settings.ts';

export interface TemporalConnection {
  readonly client: Client;
  /** Resolves when the frontend answers within `deadlineMs`; rejects otherwise. */
  ping(deadlineMs: number): Promise<void>;
  close(): Promise<void>;
}

/** `calls`: interceptors of calls to workflows. */
export function connectTemporal(
  settings: TemporalSettings,
  identity: string,
  calls: WorkflowClientInterceptor[] = [],
): TemporalConnection {
  const connection = Connection.lazy({ ...connectionOptions(settings), connectTimeout: '2s' });
  const client = new Client({
    connection,
    namespace: settings.TEMPORAL_NAMESPACE,
    identity,
    dataConverter: dataConverterOf(settings),
    interceptors: { workflow: calls },
  });
  return {
    client,
    ping: (deadlineMs) =>
      connection.withDeadline(Date.now() + deadlineMs, async () => {
        await connection.workflowService.describeNamespace({ namespace: settings.TEMPORAL_NAMESPACE });
      }),
    close: () => connection.close(),
  };
}

interface ConnectionSettings {
  readonly address: string;
  readonly tls?: true | { readonly clientCertPair: { readonly crt: Buffer; readonly key: Buffer } };
  readonly apiKey?: string;
}

export function connectionOptions(settings: TemporalSettings): ConnectionSettings {
  const { TEMPORAL_ADDRESS, TEMPORAL_API_KEY, TEMPORAL_TLS_CERT, TEMPORAL_TLS_KEY } = settings;
  return {
    address: TEMPORAL_ADDRESS,
    ...(TEMPORAL_TLS_CERT && TEMPORAL_TLS_KEY
      ? {
          tls: {
            clientCertPair: { crt: readFileSync(TEMPORAL_TLS_CERT), key: readFileSync(TEMPORAL_TLS_KEY) },
          },
        }
      : TEMPORAL_API_KEY && { tls: true as const }),
    ...(TEMPORAL_API_KEY && { apiKey: TEMPORAL_API_KEY }),
  };
}
