/** Settings -> the options that both the client's and the worker's connection take. */
import { readFileSync } from 'node:fs';
import type { TemporalSettings } from './config.ts';

export interface ConnectionSettings {
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
