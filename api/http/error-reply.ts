/** Writes the body of every error reply; a failure nobody foresaw is logged and hidden from the client. */
import type { Logger } from 'pino';
import { isUnavailable } from '../../mongo/errors.ts';
import { ApiError, BadRequest, InternalError, NotFound, ServiceUnavailable } from './errors.ts';
import type { AppMiddleware } from './request.ts';

export const errorBody =
  (log: Pick<Logger, 'error'>): AppMiddleware =>
  async (ctx, next) => {
    try {
      await next();
      if (ctx.status === 404 && !ctx.body) throw new NotFound('Not Found');
    } catch (thrown) {
      const error = toApiError(thrown);
      ctx.state.refusal = error.code ?? error.name;
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

/** Whatever was thrown as an error that a client may see. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isUnavailable(thrown)) {
    return new ServiceUnavailable('Database unavailable', { code: 'DATABASE_UNAVAILABLE', cause: thrown });
  }
  return isClientError(thrown) ? new BadRequest('Bad Request', { cause: thrown }) : new InternalError(thrown);
}

/** http-errors 400, or a target that is no URL, as Koa and its parts throw them for a request they cannot read. */
const isClientError = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (('status' in thrown && thrown.status === 400) || ('code' in thrown && thrown.code === 'ERR_INVALID_URL'));
