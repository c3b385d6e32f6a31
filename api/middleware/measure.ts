/** Duration of every request by route pattern. */
import type { Metrics } from '../metrics.ts';
import type { AppMiddleware } from '../state.ts';

export const measure =
  ({ requestDuration }: Metrics): AppMiddleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      const labels = { method: ctx.method, route: ctx.state.route, status: String(ctx.status) };
      requestDuration.observe(labels, (performance.now() - startedAt) / 1000);
    });
    await next();
  };
