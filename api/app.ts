/** Assembles the Koa application from its parts; performs no I/O itself. */
import Koa from 'koa';
import type { CompressOptions } from 'koa-compress';
import compress from 'koa-compress';
import helmet from 'koa-helmet';
import { ABOUT } from './about.ts';
import { createGate } from './accounts/gate.ts';
import { answerTool } from './analyst/chat/tool-thread.ts';
import { keysPage } from './certificates/routes.ts';
import type { Deps } from './deps.ts';
import { countReplies } from './http/count-replies.ts';
import { docsPages } from './http/docs-pages.ts';
import { createHandleRequest, type PassOn, type RequestOptions } from './http/handle-request.ts';
import { createLedger, ledgerBytes } from './http/ledger.ts';
import { accessLog, logFailure } from './http/log.ts';
import { measure, metricsPage } from './http/metrics.ts';
import { allowOrigins, errorBody, loopbackOnly, requestId } from './http/middleware.ts';
import type { RequestState } from './http/request.ts';
import type { AnyRoute } from './http/route.ts';
import { createRouter } from './http/router.ts';
import { webPages } from './http/web-pages.ts';
import { ROUTES } from './routes.ts';
import { withGuests } from './shares/guests.ts';
import { REFUSAL } from './threads/threads.ts';

const BYTES_PER_MB = 1024 * 1024;
/**
 * Compression settings. The lowest level takes a sixth of the time, and compresses series of numbers almost as well.
 */
const COMPRESSION: CompressOptions = {
  threshold: 1024,
  br: (type = '') => (type.includes('json') ? false : {}),
  gzip: (type = '') => (type.includes('json') ? { level: 1 } : {}),
};

/**
 * Assembles the application. `passOn` passes requests that may take long to a thread; if absent, this process answers
 * every request.
 */
export function createApp(
  deps: Deps,
  routes: readonly AnyRoute<Deps>[] = ROUTES,
  passOn?: PassOn,
): Koa<RequestState> {
  const { settings, log, metrics, trace } = deps;
  const app = new Koa<RequestState>({ proxy: settings.TRUST_PROXY > 0, maxIpsCount: settings.TRUST_PROXY });
  app.on('error', logFailure(log));
  app.use(requestId);
  if (trace) app.use(trace);
  app.use(accessLog(log));
  app.use(measure(metrics));
  app.use(errorBody(log));
  if (settings.AUTH_BYPASS_ENABLED) app.use(loopbackOnly);
  app.use(helmet({ strictTransportSecurity: settings.NODE_ENV === 'production' }));
  app.use(allowOrigins(settings.CORS_ORIGINS));
  app.use(compress(COMPRESSION));
  const ledger = createLedger(ledgerBytes(settings));
  app.use(countReplies(ledger));
  const pages = [
    ...webPages(),
    keysPage(deps.certificateKeys),
    ...docsPages(routes, ABOUT, settings.NODE_ENV === 'development'),
    metricsPage(metrics, settings.METRICS_TOKEN, settings.NODE_ENV === 'production'),
  ];
  for (const part of createRouter(
    routes,
    pages,
    handleRequest(deps, { quotas: deps.limits, passOn, ledger }),
    ABOUT.prefix,
  ))
    app.use(part);
  return app;
}

/**
 * Application of a worker thread. The API process has already logged, measured and counted the requests that it passes
 * on.
 */
export function createThreadApp(deps: Deps): Koa<RequestState> {
  const app = new Koa<RequestState>({ proxy: true, maxIpsCount: 1 });
  app.on('error', logFailure(deps.log));
  app.use(requestId);
  if (deps.trace) app.use(deps.trace);
  app.use(async (ctx, next) => {
    await next();
    if (ctx.state.refusal) ctx.set(REFUSAL, ctx.state.refusal);
  });
  app.use(errorBody(deps.log));
  app.use(compress(COMPRESSION));
  app.use(answerTool(deps));
  for (const part of createRouter(ROUTES, [], handleRequest(deps, {}), ABOUT.prefix)) app.use(part);
  return app;
}

const handleRequest = (deps: Deps, outermost: Pick<RequestOptions, 'quotas' | 'passOn' | 'ledger'>) =>
  createHandleRequest(
    {
      gate: withGuests(createGate(deps), deps),
      ...outermost,
      maxBodyBytes: deps.settings.MAX_BODY_MB * BYTES_PER_MB,
      isRegistrationOpen: deps.settings.ALLOW_PUBLIC_REGISTRATION,
      checkReplies: deps.checkReplies,
    },
    deps,
  );
