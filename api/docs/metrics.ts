/** GET /metrics in the Prometheus text format: for the holder of the token, or for this machine only. */
import { timingSafeEqual } from 'node:crypto';
import { isLoopback } from '../../temporal/contract/loopback.ts';
import type { Deps } from '../deps.ts';
import { Forbidden, Unauthenticated } from '../errors.ts';
import type { Page } from '../router.ts';
import type { RequestContext } from '../state.ts';

export function metricsPage({ metrics, settings }: Pick<Deps, 'metrics' | 'settings'>): Page {
  return {
    path: '/metrics',
    show: async (ctx) => {
      const token = settings.METRICS_TOKEN;
      if (token !== undefined && !isSame(ctx.get('Authorization'), `Bearer ${token}`))
        throw new Unauthenticated();
      if (token === undefined && !isLocal(ctx)) throw new Forbidden('Metrics are for this machine only');
      ctx.set('Content-Type', metrics.registry.contentType);
      ctx.body = await metrics.registry.metrics();
    },
  };
}

/** A proxy on this machine speaks for others. */
const isLocal = (ctx: RequestContext): boolean =>
  isLoopback(ctx.req.socket.remoteAddress ?? '') && ctx.get('X-Forwarded-For') === '';

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
