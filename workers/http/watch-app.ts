/** Metrics and health of a worker process, on a separate address; performs no I/O itself. */
import Koa from 'koa';
import type { Logger } from 'pino';
import { array, mixed, object, string } from 'yup';
import { BadRequest, Forbidden, MethodNotAllowed } from '../../api/http/errors.ts';
import { NotReady, probe } from '../../api/http/health.ts';
import { logFailure } from '../../api/http/log.ts';
import { metricsPage } from '../../api/http/metrics.ts';
import { errorBody, requestId } from '../../api/http/middleware.ts';
import { createReadBody } from '../../api/http/read-body.ts';
import type { AppMiddleware, RequestState } from '../../api/http/request.ts';
import { createRouter, type Page } from '../../api/http/router.ts';
import { validate } from '../../api/http/validate.ts';
import {
  type dataConverterOf,
  type PayloadJson,
  payloadFromJson,
  payloadToJson,
} from '../../temporal/codec.ts';

export interface WatchParts {
  /** All metrics of the process. */
  readonly registry: Parameters<typeof metricsPage>[0]['registry'];
  /** Token that readers of the metrics must send; if absent, only this machine may read them. */
  readonly token: string | undefined;
  /** Health checks of required servers, by name. */
  readonly probes: Readonly<Record<string, () => Promise<void>>>;
  /** States of the process's Temporal workers; empty before they are created. */
  readonly states: () => readonly string[];
  /** Decoding of payloads for the Web UI; absent if payloads are not encrypted. */
  readonly decoding?: Decoding | undefined;
}

export function createWatchApp(parts: WatchParts, log: Pick<Logger, 'error'>): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.on('error', logFailure(log));
  app.use(requestId);
  app.use(errorBody(log));
  if (parts.decoding) app.use(decodePayloads(parts.decoding));
  const pages = [metricsPage(parts, parts.token), live, ready(parts)];
  for (const part of createRouter([], pages, async () => undefined, '')) app.use(part);
  return app;
}

/** Page that answers while the process is alive; it checks no server. */
const live: Page = {
  path: '/health/live',
  show: (ctx) => {
    ctx.body = { status: 'healthy' };
  },
};

/** Page that tells whether the process can work, with the state of each part. */
const ready = ({ probes, states }: WatchParts): Page => {
  const polling = async () => requirePolling(states());
  const all = Object.entries({ ...probes, polling });
  return {
    path: '/health/ready',
    show: async (ctx) => {
      const checksByName = all.map(async ([name, ask]) => [name, await probe(ask)] as const);
      const checks = Object.fromEntries(await Promise.all(checksByName));
      const isReady = Object.values(checks).every((state) => state === 'ok');
      ctx.status = isReady ? 200 : 503;
      ctx.body = { status: isReady ? 'ready' : 'unavailable', checks };
    },
  };
};

function requirePolling(states: readonly string[]): void {
  if (states.length === 0) throw new NotReady('starting');
  const other = states.find((state) => state !== 'RUNNING');
  if (other !== undefined) throw new NotReady(other.toLowerCase());
}

interface Decoding {
  readonly codecs: ReturnType<typeof dataConverterOf>['payloadCodecs'];
  /** Origin of the Temporal Web UI. */
  readonly origin: string;
}

const PATH = '/codec/decode';
/** Largest body, bytes: more than a page of events. The server refuses single payloads of more than 2 MB. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
const readBody = createReadBody(MAX_BODY_BYTES);

const texts = mixed((value): value is Record<string, string> =>
  Object.values(value ?? {}).every((text) => typeof text === 'string'),
);
const bodySchema = object({
  payloads: array(
    object({ metadata: texts.optional(), data: string().max(MAX_BODY_BYTES).optional() }).required(),
  ).required(),
}).required();

/**
 * `POST /codec/decode`, by which the Temporal Web UI shows encrypted payloads. Only the page of the Web UI may call it;
 * browsers state the origin of the page. Other clients can forge the origin, so they must not be able to reach the
 * port.
 */
const decodePayloads =
  ({ codecs, origin }: Decoding): AppMiddleware =>
  async (ctx, next) => {
    if (ctx.path !== PATH) return next();
    ctx.state.route = PATH;
    if (ctx.get('Origin') !== origin)
      throw new Forbidden('Payloads are decoded for the Temporal Web UI only');
    ctx.set({ 'Access-Control-Allow-Origin': origin, Vary: 'Origin', 'Cache-Control': 'no-store' });
    if (ctx.method === 'OPTIONS') {
      ctx.set('Access-Control-Allow-Headers', ctx.get('Access-Control-Request-Headers'));
      ctx.status = 204;
      return;
    }
    if (ctx.method !== 'POST') throw new MethodNotAllowed(['OPTIONS', 'POST']);
    const { payloads } = await validate(bodySchema, 'body', await readBody(ctx));
    ctx.body = { payloads: await decode(payloads, codecs) };
  };

/** Decodes payloads. A payload that cannot be decrypted is replaced by an error message for the page. */
async function decode(payloads: readonly PayloadJson[], codecs: Decoding['codecs']): Promise<PayloadJson[]> {
  let decoded = payloads.map(payloadFromJson);
  try {
    for (const codec of codecs) decoded = await codec.decode(decoded);
  } catch (error) {
    throw error instanceof Error ? new BadRequest(error.message, { cause: error }) : error;
  }
  return decoded.map(payloadToJson);
}
