/** The Koa application of the solver service, built with the modules of the API; performs no I/O itself. */
import Koa from 'koa';
import type { Logger } from 'pino';
import { countReplies } from '../../api/http/count-replies.ts';
import { docsPages } from '../../api/http/docs-pages.ts';
import { BadRequest, Unauthenticated } from '../../api/http/errors.ts';
import { createHandleRequest, type Gate, type PassOn } from '../../api/http/handle-request.ts';
import { createLedger } from '../../api/http/ledger.ts';
import { logFailure } from '../../api/http/log.ts';
import { errorBody, requestId } from '../../api/http/middleware.ts';
import type { About } from '../../api/http/openapi.ts';
import { ANONYMOUS } from '../../api/http/principal.ts';
import type { AppMiddleware, RequestContext, RequestState } from '../../api/http/request.ts';
import type { AnyRoute } from '../../api/http/route.ts';
import { createRouter } from '../../api/http/router.ts';
import { digest, isSameSecret } from '../../api/http/secrets.ts';
import { checkAc } from './ac-check-route.ts';
import { createCase, deleteCase, listCases, readCase } from './case-routes.ts';
import { cancelJob, jobResults, readJob } from './job-routes.ts';
import { lodf, ptdf } from './sensitivity-routes.ts';
import { SERVICE_USER, type ServiceDeps } from './service-deps.ts';
import { health, listSolvers, VERSION } from './service-routes.ts';
import { submitRoutes, validate } from './solve-routes.ts';
import { verifySchedule } from './verify-route.ts';
import { whatIf } from './what-if-route.ts';

interface ServiceAccess {
  /**
   * Secret that callers must send; if absent, all callers are accepted, which settings allow only on a loopback
   * address.
   */
  readonly token: string | undefined;
  readonly maxBodyBytes: number;
  /** Limit of the total size of bodies and replies in progress, bytes. */
  readonly ledgerBytes: number;
  /** Validates every reply against its schema; enabled in tests. */
  readonly checkReplies: boolean;
}

const ABOUT: About = {
  title: 'Solver Service',
  version: VERSION,
  description: `Solves, sensitivities and cases without accounts: for services and tools behind the API.
If the service has a token (SOLVER_TOKEN), send it as \`Authorization: Bearer <token>\` or \`X-Solver-Token\`.`,
  prefix: '',
  tags: {
    Solve: 'Solves as jobs',
    Networks: 'Stored networks, and distribution factors of lines',
    Health: 'Whether the service is alive',
  },
  securitySchemes: {
    bearerAuth: { type: 'http', scheme: 'bearer' },
    solverToken: { type: 'apiKey', in: 'header', name: 'X-Solver-Token' },
  },
  // The empty requirement stands for a service without a token.
  credentials: () => [{ bearerAuth: [] }, { solverToken: [] }, {}],
};

export function createServiceApp(
  { token, maxBodyBytes, ledgerBytes, checkReplies }: ServiceAccess,
  deps: ServiceDeps,
  log: Pick<Logger, 'error'>,
  passOn?: PassOn,
): Koa<RequestState> {
  const app = new Koa<RequestState>();
  app.on('error', logFailure(log));
  app.use(requestId);
  app.use(unkept);
  app.use(errorBody(log));
  app.use(wellFormed);
  // A thread has no ledger, because the process that passes requests to the thread counts their bytes.
  const ledger = passOn && createLedger(ledgerBytes);
  if (ledger) app.use(countReplies(ledger));
  const handle = createHandleRequest(
    {
      gate: gateOf(token),
      passOn,
      ledger,
      maxBodyBytes,
      isRegistrationOpen: false,
      checkReplies,
    },
    deps,
  );
  for (const part of createRouter(ROUTES, docsPages(ROUTES, ABOUT, false), handle, ABOUT.prefix))
    app.use(part);
  return app;
}

/** Forbids caching of any reply. */
const unkept: AppMiddleware = async (ctx, next) => {
  ctx.set({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  await next();
};

const wellFormed: AppMiddleware = async (ctx, next) => {
  try {
    decodeURIComponent(ctx.path);
  } catch (cause) {
    throw new BadRequest('Malformed path', { cause });
  }
  await next();
};

/** Number of characters of a caller's id that are used; ids have 36. */
const MOST_CALLER = 64;

/**
 * Gate of the service. All callers are one user with all rights. Threads and bytes are shared among the users on whose
 * behalf the API calls.
 */
const gateOf = (token: string | undefined): Gate => ({
  authenticate: async (ctx) => {
    // Compares digests, whose lengths are equal, so that timing does not reveal the length of the secret.
    if (token && !isSameSecret(digest(givenBy(ctx)), digest(token)))
      throw new Unauthenticated('Token missing or invalid', 'Bearer');
    const caller = ctx.get('X-Caller').slice(0, MOST_CALLER);
    return {
      ...ANONYMOUS,
      userId: caller ? `${SERVICE_USER}/${caller}` : SERVICE_USER,
      username: SERVICE_USER,
    };
  },
  checkForm: async () => undefined,
  noteDenial: async () => undefined,
  noteUse: () => undefined,
});

const BEARER = /^Bearer +(\S.*)$/i;

const givenBy = (ctx: RequestContext): string =>
  ctx.get('X-Solver-Token') || (BEARER.exec(ctx.get('Authorization'))?.[1] ?? '');

export const ROUTES: readonly AnyRoute<ServiceDeps>[] = [
  health,
  listSolvers,
  validate,
  verifySchedule,
  whatIf,
  checkAc,
  ...submitRoutes,
  readJob,
  jobResults,
  cancelJob,
  ptdf,
  lodf,
  listCases,
  createCase,
  readCase,
  deleteCase,
];
