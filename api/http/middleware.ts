/** What every request passes before its route, and how every error reply is written. */
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
/** How long a browser keeps an answer to its preflight. */
const PREFLIGHT_S = 600;

/** Each part of the service that waits for the end of a reply listens: a dozen, which Node would take for a leak. */
const MOST_LISTENERS = 24;

/** Names the request: the client's own id when it is well formed, else a new one. */
export const requestId: AppMiddleware = async (ctx, next) => {
  ctx.res.setMaxListeners(MOST_LISTENERS);
  const given = ctx.get('X-Request-Id');
  ctx.state.requestId = WELL_FORMED.test(given) ? given : randomUUID();
  ctx.state.route = 'unmatched';
  ctx.set('X-Request-Id', ctx.state.requestId);
  await next();
};

/**
 * Refuses requests that were not addressed to this machine by a name of its own, or that a proxy passed on. While
 * authentication is bypassed a page of any origin could otherwise let its name resolve to the loopback address and act
 * as administrator, and so could everybody whom the proxy lets through.
 */
export const loopbackOnly: AppMiddleware = async (ctx, next) => {
  if (!isForLoopback(ctx.req.headers))
    throw new Forbidden(
      'While authentication is bypassed, Host must be localhost or a loopback address, and no proxy in between',
    );
  await next();
};

/** The origins of `CORS_ORIGINS`. */
export const allowedOrigins = (list: string): ReadonlySet<string> =>
  new Set(list.split(',').map((origin) => origin.trim()));

/** Pages of the origins of `list`, comma-separated, may call. */
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

/** Writes the body of every error reply; an unforeseen failure is logged and hidden from the client. */
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
  if (thrown instanceof LargeRecord) {
    return new ContentTooLarge(`${thrown.message}: name fewer or smaller parts`, { cause: thrown });
  }
  return isClientError(thrown) ? new BadRequest('Bad Request', { cause: thrown }) : new InternalError(thrown);
}

/** http-errors 400, or a target that is no URL, as Koa and its parts throw them for a request they cannot read. */
const isClientError = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  (('status' in thrown && thrown.status === 400) || ('code' in thrown && thrown.code === 'ERR_INVALID_URL'));
