/** The metrics as a page. */
import { isLoopback } from '../../temporal/settings.ts';
import { Forbidden, Unauthenticated } from './errors.ts';
import type { Metrics } from './metrics.ts';
import type { RequestContext } from './request.ts';
import type { Page } from './router.ts';
import { isSameSecret } from './secrets.ts';

/** GET /metrics in the Prometheus text format: for the holder of the token, or for this machine only. */
export function metricsPage({ registry }: Metrics, token: string | undefined): Page {
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
