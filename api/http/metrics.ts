/** Prometheus metrics of the API process. Routes appear as patterns, so that the number of label values is limited. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopback, isPassedOn } from '../../temporal/settings.ts';
import { Forbidden, Unauthenticated } from './errors.ts';
import { type AppMiddleware, answeredStatus, type RequestContext } from './request.ts';
import { isSameSecret } from './secrets.ts';

/** Upper bounds of the histogram's buckets, s: from a health probe to a large upload. */
const REQUEST_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    /** Collects metrics of the event loop and the heap; each process calls it once. */
    watchProcess: () => collectDefaultMetrics({ register: registry }),
    requestDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from the first byte read to the end of the response',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_BUCKETS_S,
      registers,
    }),
    rateLimited: new Counter({
      name: 'rate_limited_total',
      help: 'Requests refused with 429',
      labelNames: ['policy'],
      registers,
    }),
    openSockets: new Gauge({
      name: 'websocket_connections',
      help: 'WebSockets that are open',
      registers,
    }),
    refusals: new Counter({
      name: 'http_refusals_total',
      help: 'Replies with an error, by its code, or its kind where it has no code',
      labelNames: ['reason', 'status'],
      registers,
    }),
    openStreams: new Gauge({
      name: 'http_open_streams',
      help: 'Event streams and long polls that are open',
      registers,
    }),
    /** Time that requests waited for a free thread, s. */
    threadWait: new Histogram({
      name: 'http_thread_wait_seconds',
      help: 'Time that a request waited for a thread',
      buckets: REQUEST_BUCKETS_S,
      registers,
    }),
    threadsEnded: new Counter({
      name: 'http_threads_ended_total',
      help: 'Threads that were terminated with their request or died of it',
      labelNames: ['reason'],
      registers,
    }),
  };
}

/** Records the duration of every request by route pattern, and the reason of a refusal. */
export const measure =
  ({ requestDuration, refusals }: Metrics): AppMiddleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const status = String(answeredStatus(ctx));
      const { route, refusal: reason } = ctx.state;
      requestDuration.observe({ method: ctx.method, route, status }, (performance.now() - startedAt) / 1000);
      if (reason !== undefined) refusals.inc({ reason, status });
    });
    await next();
  };

type MetricsText = Pick<Registry, 'contentType' | 'metrics'>;

/**
 * GET /metrics in the Prometheus text format, for holders of the token. If no token is set, only local requests are
 * served. If the service is behind a proxy (`isProxied`) as well, all requests are refused, because a proxied request
 * looks local.
 */
export function metricsPage(
  { registry }: { readonly registry: MetricsText },
  token: string | undefined,
  isProxied = false,
) {
  return {
    path: '/metrics' as const,
    async show(ctx: RequestContext): Promise<void> {
      if (token !== undefined && !isSameSecret(ctx.get('Authorization'), `Bearer ${token}`))
        throw new Unauthenticated();
      if (token === undefined && isProxied) throw new Forbidden('Metrics need METRICS_TOKEN in production');
      if (token === undefined && !isLocal(ctx))
        throw new Forbidden('Metrics are served to local requests only');
      ctx.set('Content-Type', registry.contentType);
      ctx.body = await registry.metrics();
    },
  };
}

const isLocal = ({ req }: RequestContext): boolean =>
  isLoopback(req.socket.remoteAddress ?? '') && !isPassedOn(req.headers);
