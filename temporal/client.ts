/**
 * One Temporal client per process, connected on first use, so that the API starts and reports its health while Temporal
 * is down.
 */
import { readFileSync } from 'node:fs';
import {
  Client,
  Connection,
  type ConnectionOptions,
  defaultGrpcRetryOptions,
  makeGrpcRetryInterceptor,
  type WorkflowClientInterceptor,
} from '@temporalio/client';
import { dataConverterOf } from './codec.ts';
import type { TemporalSettings } from './settings.ts';

type GrpcInterceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type GrpcCall = ReturnType<Parameters<GrpcInterceptor>[1]>;

export interface TemporalConnection {
  readonly client: Client;
  /** Resolves when the frontend answers within `deadlineMs`; rejects otherwise. */
  ping(deadlineMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Creates the client. `calls`: interceptors of calls to workflows. */
export function connectTemporal(
  settings: TemporalSettings,
  identity: string,
  calls: WorkflowClientInterceptor[] = [],
): TemporalConnection {
  let isClosed = false;
  const connection = Connection.lazy({
    ...connectionOptions(settings),
    connectTimeout: '2s',
    interceptors: [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), cancelledWhen(() => isClosed)],
  });
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
    close: () => {
      isClosed = true;
      return connection.close();
    },
  };
}

/** Code of the gRPC status CANCELLED. */
const CANCELLED = 1;

/**
 * Cancels a retry that is due after its connection has closed. Without this, the retry's timer would call a closed
 * channel and throw.
 */
function cancelledWhen(isClosed: () => boolean): GrpcInterceptor {
  const closed: Partial<GrpcCall> = {
    start: (metadata, listener) => {
      listener?.onReceiveMessage?.(null);
      listener?.onReceiveStatus?.({ code: CANCELLED, details: 'The connection is closed', metadata });
    },
    sendMessage: () => undefined,
    halfClose: () => undefined,
  };
  const intercept = (...[options, next]: Parameters<GrpcInterceptor>) =>
    isClosed() ? closed : next(options);
  // The type requires a class of gRPC; a unary call uses only these three methods, so the cast is safe.
  return intercept as unknown as GrpcInterceptor;
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
