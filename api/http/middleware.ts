/** What every request passes before its route. */
import { randomUUID } from 'node:crypto';
import cors from '@koa/cors';
import { isForLoopback } from '../../temporal/settings.ts';
import { Forbidden } from './errors.ts';
import { REPLY_HEADERS, REQUEST_HEADERS } from './headers.ts';
import type { AppMiddleware } from './request.ts';

const WELL_FORMED = /^[\w-]{8,64}$/;
/** How long a browser keeps an answer to its preflight. */
const PREFLIGHT_S = 600;

/** Names the request: the client's own id when it is well formed, else a new one. */
export const requestId: AppMiddleware = async (ctx, next) => {
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
