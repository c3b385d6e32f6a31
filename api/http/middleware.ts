/** Middleware that every request passes before its route, and the body of every error reply. */
import { randomUUID } from 'node:crypto';
import cors from '@koa/cors';
import type { Logger } from 'pino';
import { isUnavailable, LargeRecord } from '../../mongo/errors.ts';
import { isForLoopback } from '../../temporal/settings.ts';
import {
  ApiError,
  BadRequest,
  ContentTooLarge,
  Forbidden,
  InternalError,
  NotFound,
  ServiceUnavailable,
} from './errors.ts';
import { REPLY_HEADERS, REQUEST_HEADERS } from './headers.ts';
import type { AppMiddleware } from './request.ts';

const WELL_FORMED = /^[\w-]{8,64}$/;
/** Time for which a browser may cache the answer to a preflight, s. */
const PREFLIGHT_S = 600;

/**
 * Limit of listeners on a reply. About a dozen parts listen for its end, more than Node accepts without reporting a
 * leak.
 */
const MOST_LISTENERS = 24;

/** Sets the request id: the client's own id if it is well formed, else a new one. */
export const requestId: AppMiddleware = async (ctx, next) => {
  ctx.res.setMaxListeners(MOST_LISTENERS);
  const clientId = ctx.get('X-Request-Id');
  ctx.state.requestId = WELL_FORMED.test(clientId) ? clientId : randomUUID();
  ctx.state.route = 'unmatched';
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};

/**
 * Refuses requests that were not addressed to this machine by a loopback name, or that came through a proxy. Otherwise,
 * while authentication is bypassed, a page of any origin could resolve its name to the loopback address and act as
 * administrator, and so could every user of the proxy.
 */
export const loopbackOnly: AppMiddleware = async (ctx, next) => {
  if (!isForLoopback(ctx.req.headers))
    throw new Forbidden(
      'While authentication is bypassed, Host must be localhost or a loopback address, and no proxy in between',
    );
  await next();
};

/** The origins listed in `CORS_ORIGINS`. */
export const allowedOrigins = (list: string): ReadonlySet<string> =>
  new Set(list.split(',').map((origin) => origin.trim()));

/** CORS for the origins in `list`, separated by commas. */
export function allowOrigins(list: string) {
  const allowed = allowedOrigins(list);
  return cors({
    origin: (ctx) => {
      const origin = ctx.get('Origin');
      return origin !== '' && allowed.has(origin) ? origin : '';
    },
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'X-API-Key',
      'X-CSRF-Token',
      'X-Request-Id',
      ...Object.keys(REQUEST_HEADERS),
      'Last-Event-ID',
    ],
    exposeHeaders: Object.keys(REPLY_HEADERS),
    maxAge: PREFLIGHT_S,
  });
}

/** Writes the body of every error reply. Logs an unexpected failure, and hides it from the client. */
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

/** Converts a thrown value to an error visible to clients. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isUnavailable(thrown)) {
    return new ServiceUnavailable('Database unavailable', { code: 'DATABASE_UNAVAILABLE', cause: thrown });
  }
  if (thrown instanceof LargeRecord) {
    return new ContentTooLarge(`${thrown.message}: name fewer or smaller parts`, { cause: thrown });
  }
  return isClientError(thrown) ? new BadRequest('Bad Request', { cause: thrown }) : new InternalError(thrown);
}

/** True for errors that Koa and its parts throw for unreadable requests: http-errors 400, or an invalid URL. */
const isClientError = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (('status' in thrown && thrown.status === 400) || ('code' in thrown && thrown.code === 'ERR_INVALID_URL'));
