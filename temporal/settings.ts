/** Settings of a process: how they are read from its environment, and those of Temporal. */
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

/** Empty strings count as absent, as in a `.env` file. Throws a yup `ValidationError` with every problem. */
export function parseSettings<S extends ObjectSchema<AnyObject>>(
  schema: S,
  env: Readonly<Record<string, string | undefined>>,
): InferType<S> {
  const given = Object.fromEntries(
    Object.keys(schema.fields)
      .map((key) => [key, env[key]])
      .filter(([, value]) => value !== undefined && value !== ''),
  );
  return schema.validateSync(given, { abortEarly: false, stripUnknown: true });
}

/** On a problem it names all of them and exits. */
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

/** Threads that answer what may take long. */
export const threadSettings = object({
  API_MEMORY_MB: number().integer().min(256).default(1024).meta({
    description:
      'Memory of the API, MB: a quarter of it is for bodies and replies under way, the rest for its work',
  }),
  WORK_THREADS: number().integer().min(0).default(0).meta({
    description: 'Threads for requests that may take long; 0 = one less than processors, at least two',
  }),
  WORK_THREAD_MB: number()
    .integer()
    .min(128)
    .default(1024)
    .meta({ description: 'Heap of one of these threads, MB; a request that needs more is refused' }),
});
export type ThreadSettings = InferType<typeof threadSettings>;

export const tracingSettings = object({
  OTEL_EXPORTER_OTLP_ENDPOINT: string()
    .matches(/^https?:\/\/\S+$/, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address')
    .optional()
    .meta({ description: 'Address of a collector of traces (OTLP over HTTP); unset = there are none' }),
});

const LOOPBACK = /^(localhost|(::ffff:)?127(\.\d{1,3}){3}|::1|\[::1\])$/i;

/**
 * Whether an address is this machine's own, which no other machine can reach. `host`: a name or an address, without a
 * port; a name other than `localhost` may mean anything.
 */
export const isLoopback = (host: string): boolean => LOOPBACK.test(host);

/** By which a proxy says that it speaks for others. */
const PROXY_HEADERS = ['via', 'forwarded', 'x-forwarded-for', 'x-real-ip'];
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export const isPassedOn = (headers: Headers): boolean =>
  PROXY_HEADERS.some((name) => headers[name] !== undefined);

/** Whether a request was addressed to this machine by a name of its own, and passed on by no proxy. */
export const isForLoopback = (headers: Headers): boolean =>
  isLoopback(String(headers['host'] ?? '').replace(/:\d+$/, '')) && !isPassedOn(headers);
