/** One line per request, written when the response is over; without query, headers or body. */
import type { Logger } from 'pino';
import type { AppMiddleware } from '../state.ts';

export const accessLog =
  (log: Logger): AppMiddleware =>
  async (ctx, next) => {
    const startedAt = performance.now();
    ctx.res.once('close', () => {
      log.info(
        {
          method: ctx.method,
          route: ctx.state.route,
          status: ctx.status,
          ms: Math.round(performance.now() - startedAt),
          request_id: ctx.state.requestId,
          user_id: ctx.state.userId,
          ...(!ctx.res.writableFinished && { aborted: true }),
        },
        'request',
      );
    });
    await next();
  };
