/** The Koa application from its parts; performs no I/O itself. */
import cors from '@koa/cors';
import Koa from 'koa';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import type { Deps } from './deps.ts';
import { createPages } from './http/docs-pages.ts';
import { errorBody } from './http/error-reply.ts';
import { createHandleRequest } from './http/handle-request.ts';
import { REPLY_HEADERS, REQUEST_HEADERS } from './http/headers.ts';
import { accessLog, logFailure } from './http/log.ts';
import { measure } from './http/metrics.ts';
import { allowedOrigins, loopbackOnly, requestId } from './http/middleware.ts';
import type { RequestState } from './http/request.ts';
import type { AnyRoute } from './http/route.ts';
import { createRouter } from './http/router.ts';
import { ROUTES } from './routes.ts';

const COMPRESS_FROM_BYTES = 1024;
const PREFLIGHT_S = 600;

export function createApp(deps: Deps, routes: readonly AnyRoute[] = ROUTES): Koa<RequestState> {
  const { settings, log, metrics } = deps;
  const app = new Koa<RequestState>({ proxy: settings.TRUST_PROXY > 0, maxIpsCount: settings.TRUST_PROXY });
  app.on('error', logFailure(log));
  app.use(requestId);
  app.use(accessLog(log));
  app.use(measure(metrics));
  app.use(errorBody(log));
  if (settings.AUTH_BYPASS_ENABLED) app.use(loopbackOnly);
  app.use(helmet({ strictTransportSecurity: settings.NODE_ENV === 'production' }));
  app.use(allowOrigins(settings.CORS_ORIGINS));
  app.use(compress({ threshold: COMPRESS_FROM_BYTES }));
  for (const part of createRouter(routes, createPages(deps, routes), createHandleRequest(deps)))
    app.use(part);
  return app;
}

function allowOrigins(list: string) {
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
