/** Settings of a process, read from its environment, and the settings of Temporal. */
import {
  type AnyObject,
  type InferType,
  number,
  type ObjectSchema,
  object,
  string,
  ValidationError,
} from 'yup';
import { isKeyList } from './codec.ts';

/**
 * Parses settings. Empty strings count as absent, as in a `.env` file. Throws a yup `ValidationError` that lists every
 * problem.
 */
export function parseSettings<S extends ObjectSchema<AnyObject>>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): InferType<S> {
  const values = Object.fromEntries(
    Object.keys(schema.fields)
      .map((key) => [key, env[key]])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  return schema.validateSync(values, { abortEarly: false, stripUnknown: true });
}

/** Reads settings. If there are problems, prints all of them and exits. */
export function readSettings<S extends ObjectSchema<AnyObject>>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): InferType<S> {
  try {
    return parseSettings(schema, env);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    process.stderr.write(`Cannot start, the settings are wrong:\n  ${error.errors.join('\n  ')}\n`);
    return process.exit(1);
  }
}

export const temporalSettings = object({
  TEMPORAL_ADDRESS: string().default('127.0.0.1:7233').meta({ description: 'host:port of the frontend' }),
  TEMPORAL_NAMESPACE: string().default('default').meta({ description: 'Namespace of all workflows' }),
  TEMPORAL_API_KEY: string().optional().meta({ description: 'API key; turns TLS on' }),
  TEMPORAL_TLS_CERT: string().optional().meta({ description: 'Path of the client certificate (mTLS)' }),
  TEMPORAL_TLS_KEY: string().optional().meta({ description: 'Path of the key of TEMPORAL_TLS_CERT' }),
  TEMPORAL_PAYLOAD_KEYS: string()
    .test({
      name: 'keys',
      message:
        'TEMPORAL_PAYLOAD_KEYS must be id:key,... with different ids and keys of 32 bytes in base64; the first may be `plain`',
      test: (list) => list === undefined || isKeyList(list),
    })
    .optional()
    .meta({
      description:
        'Keys that encrypt payloads in Temporal, id:base64 of 32 bytes, comma-separated: the first encrypts, all decrypt; unset = plain',
    }),
});
export type TemporalSettings = InferType<typeof temporalSettings>;

/** Settings of worker threads, which answer requests that take long. */
export const threadSettings = object({
  API_MEMORY_MB: number().integer().min(256).default(1024).meta({
    description:
      'Memory of the API, MB: a quarter of it for bodies and replies in progress, the rest for its work',
  }),
  WORK_THREADS: number().integer().min(0).default(0).meta({
    description: 'Threads for long requests; 0 = one less than the number of processors, at least two',
  }),
  WORK_THREAD_MB: number()
    .integer()
    .min(128)
    .default(1024)
    .meta({ description: 'Heap of one of these threads, MB; requests that need more are refused' }),
});
export type ThreadSettings = InferType<typeof threadSettings>;

export const tracingSettings = object({
  OTEL_EXPORTER_OTLP_ENDPOINT: string()
    .matches(/^https?:\/\/\S+$/, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address')
    .optional()
    .meta({ description: 'Address of a trace collector (OTLP over HTTP); unset = no traces' }),
});

const LOOPBACK = /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/**
 * True if an address can be reached only from this machine. `host`: a name or address without a port; any name other
 * than `localhost` counts as remote.
 */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** Headers that show that a request passed a proxy. */
const PROXY_HEADERS = ['via', 'forwarded', 'x-forwarded-for', 'x-real-ip'];
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export const isPassedOn = (headers: Headers): boolean =>
  PROXY_HEADERS.some((name) => headers[name] !== undefined);

/** True if a request was addressed to this machine by a loopback name, and no proxy forwarded it. */
export const isForLoopback = (headers: Headers): boolean =>
  isLoopback(String(headers['host'] ?? '').replace(/:\d+$/, '')) && !isPassedOn(headers);
