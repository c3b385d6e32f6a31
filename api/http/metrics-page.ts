/** The metrics as a page. */
import type { Registry } from 'prom-client';
import { isLoopback, isPassedOn } from '../../temporal/settings.ts';
import { Forbidden, Unauthenticated } from './errors.ts';
import type { RequestContext } from './request.ts';
import type { Page } from './router.ts';
import { isSameSecret } from './secrets.ts';

type MetricsText = Pick<Registry, 'contentType' | 'metrics'>;

/**
 * GET /metrics in the Prometheus text format: for the holder of the token. Where there is none, for this machine, or with
 * `isProxied` for nobody: a proxy on this machine need not say that it speaks for others.
 */
export function metricsPage(
  { registry }: { readonly registry: MetricsText },
  token: string | undefined,
  isProxied = false,
): Page {
  return {
    path: '/metrics',
    show: async (ctx) => {
      if (token !== undefined && !isSameSecret(ctx.get('Authorization'), `Bearer ${token}`))
        throw new Unauthenticated();
      if (token === undefined && isProxied) throw new Forbidden('Metrics need METRICS_TOKEN in production');
      if (token === undefined && !isLocal(ctx)) throw new Forbidden('Metrics are for this machine only');
      ctx.set('Content-Type', registry.contentType);
      ctx.body = await registry.metrics();
    },
  };
}

const isLocal = ({ req }: RequestContext): boolean =>
  isLoopback(req.socket.remoteAddress ?? '') && !isPassedOn(req.headers);
