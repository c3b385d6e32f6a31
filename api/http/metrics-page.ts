/** The metrics as a page. */
import type { Registry } from 'prom-client';
import { isLoopback } from '../../temporal/settings.ts';
import { Forbidden, Unauthenticated } from './errors.ts';
import type { RequestContext } from './request.ts';
import type { Page } from './router.ts';
import { isSameSecret } from './secrets.ts';

type MetricsText = Pick<Registry, 'contentType' | 'metrics'>;

/** GET /metrics in the Prometheus text format: for the holder of the token, or for this machine only. */
export function metricsPage(
  { registry }: { readonly registry: MetricsText },
  token: string | undefined,
): Page {
  return {
    path: '/metrics',
    show: async (ctx) => {
      if (token !== undefined && !isSameSecret(ctx.get('Authorization'), `Bearer ${token}`))
        throw new Unauthenticated();
      if (token === undefined && !isLocal(ctx)) throw new Forbidden('Metrics are for this machine only');
      ctx.set('Content-Type', registry.contentType);
      ctx.body = await registry.metrics();
    },
  };
}

/** A proxy on this machine speaks for others. */
const isLocal = (ctx: RequestContext): boolean =>
  isLoopback(ctx.req.socket.remoteAddress ?? '') && ctx.get('X-Forwarded-For') === '';
