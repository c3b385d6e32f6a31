/**
 * One request on one route, in the order in which it may be refused: 401, 429 of the caller's general quota, which
 * refused requests drain too, then 413/415/400 of the body, 403 of a forged form, of role, key and module, 422, and
 * whatever the handler finds.
 */
import type { Canonical } from '../../temporal/case/canonical/solve-body.ts';
import { inSlices } from '../../temporal/json/in-slices.ts';
import { createAuthenticate } from '../accounts/authenticate.ts';
import { createDenials } from '../accounts/denials.ts';
import { createModuleUse } from '../accounts/module-access.ts';
import { requireCsrf } from '../accounts/require-csrf.ts';
import type { Deps } from '../deps.ts';
import { authorize, type Identity, identify } from './access.ts';
import { type FieldProblem, Forbidden, Unprocessable } from './errors.ts';
import { createHoldLargeBody } from './large-bodies.ts';
import type { Limits } from './limits.ts';
import type { Principal } from './principal.ts';
import { createReadBody } from './read-body.ts';
import { checkReply, send } from './reply.ts';
import { type RequestContext, toRequestInfo } from './request.ts';
import type { AnyReply, AnyRoute, StreamReply } from './route.ts';
import { validate } from './validate.ts';

/** Nobody needs more to sign in, and until then nobody may send more. */
const MAX_ANONYMOUS_BYTES = 64 * 1024;
const BYTES_PER_MB = 1024 * 1024;

type Access = 'none' | 'bearer' | 'admin';
export type HandleRequest = (route: AnyRoute, ctx: RequestContext, params: unknown) => Promise<void>;

export function createHandleRequest(deps: Deps): HandleRequest {
  const { settings, limits } = deps;
  const authenticate = createAuthenticate(deps);
  const denials = createDenials(deps);
  const noteUse = createModuleUse(deps.subscriptions, (error) => {
    deps.log.warn({ err: error }, 'use of a module was not noted');
  });
  const readBody = createReadBody(settings.MAX_BODY_MB * BYTES_PER_MB);
  const holdLargeBody = createHoldLargeBody();
  const readAnonymousBody = createReadBody(MAX_ANONYMOUS_BYTES);
  const accessOf = ({ auth }: AnyRoute): Access => {
    if (auth !== 'registrar') return auth;
    return settings.ALLOW_PUBLIC_REGISTRATION ? 'none' : 'admin';
  };
  const identifyFor = (ctx: RequestContext, route: AnyRoute): Promise<Principal> =>
    identify(ctx, identityOf(route, accessOf(route)), authenticate);

  async function answer(route: AnyRoute, ctx: RequestContext, params: unknown, user: Principal) {
    const access = accessOf(route);
    holdLargeBody(route, ctx, user.userId);
    const read = user.userId ? readBody : readAnonymousBody;
    const body = route.body && (await read(ctx, route.forms));
    if (route.forms) await requireCsrf(ctx, body, deps);
    authorize(route, access, user);
    const { canonical, ...parts } = await validateParts(route, params, ctx.query, body);
    const recheck = async () => authorize(route, access, await identifyFor(ctx, route));
    const input = { ...parts, user, request: toRequestInfo(ctx, recheck), deps };
    const answer = await inClientWords(canonical, () => route.handle(input));
    if (deps.checkReplies) await checkReply(route, answer);
    return answer;
  }

  return async (route, ctx, params) => {
    ctx.state.route = route.path;
    const user = await identifyFor(ctx, route);
    if (user.userId) ctx.state.userId = user.userId;
    const spent = user.userId ? await spend(route, ctx, user, limits) : undefined;
    let reply: AnyReply | StreamReply;
    try {
      reply = await answer(route, ctx, params, user);
    } catch (error) {
      const call = { method: route.method, route: route.path };
      if (error instanceof Forbidden && user.userId) await denials.note(user.userId, call);
      throw error;
    }
    await spent?.refund();
    noteUse(user.userId, route.module, deps.now());
    send(ctx, route, reply);
  };
}

/** What has a quota of its own takes from that of refused requests, and gives it back when it was not refused. */
async function spend(route: AnyRoute, ctx: RequestContext, { userId }: Principal, limits: Limits) {
  const { limit = 'general' } = route;
  if (limit === 'own') {
    await limits.refused.consume(userId);
    return { refund: () => limits.refused.refund(userId) };
  }
  ctx.set(await limits[limit].consume(userId));
  return undefined;
}

function identityOf({ auth }: AnyRoute, access: Access): Identity {
  if (access !== 'none') return 'required';
  return auth === 'none' ? 'ignored' : 'welcome';
}

/** A handler finds problems in canonical names; the client reads them in its own. */
async function inClientWords<T>(canonical: Canonical | undefined, handle: () => Promise<T>): Promise<T> {
  try {
    return await handle();
  } catch (error) {
    if (!canonical || !(error instanceof Unprocessable)) throw error;
    throw new Unprocessable(error.detail.map((p) => ({ ...p, loc: canonical.clientPath(p.loc) })));
  }
}

async function validateParts(route: AnyRoute, params: unknown, query: unknown, body: unknown) {
  const canonical = route.canonical && (await inSlices(route.canonical(body ?? {})));
  const read = canonical ? canonical.body : body === undefined ? {} : body;
  const say = canonical && ((loc: FieldProblem['loc']) => canonical.clientPath(loc));
  return {
    params: route.params && (await validate(route.params, 'path', params)),
    query: route.query && (await validate(route.query, 'query', query)),
    body: route.body && (await validate(route.body, 'body', read, say)),
    canonical,
  };
}
