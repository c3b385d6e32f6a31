/** Writes the body of every error reply; a failure nobody foresaw is logged and hidden from the client. */
import type { Logger } from 'pino';
import { NotFound } from '../errors.ts';
import type { AppMiddleware } from '../state.ts';
import { toApiError } from '../to-api-error.ts';

export const errorBody =
  (log: Logger): AppMiddleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && !ctx.body) throw new NotFound('Not Found');
    } catch (thrown) {
      const error = toApiError(thrown);
      const { requestId: request_id, route } = ctx.state;
      if (error.status >= 500 && ctx.writable)
        log.error({ err: thrown, request_id, route }, 'request failed');
      if (ctx.headerSent) {
        ctx.res.destroy();
        return;
      }
      ctx.status = error.status;
      ctx.set(error.headers);
      ctx.body = { detail: error.detail, request_id, ...(error.code && { code: error.code }) };
    }
  };
