/**
 * One request on one route, in the order in which it may be refused: 401, then 413/415/400 of the body,
 * 403 of a forged form, of role, key and module, 422, 429 of the caller's general quota, and whatever the
 * handler finds.
 */

import type { Canonical } from '../temporal/canonical/canonical.ts';
import { createAuthenticate } from './auth/authenticate.ts';
import { authorize } from './auth/authorize.ts';
import { type Identity, identify } from './auth/identify.ts';
import { createModuleUse } from './auth/module-use.ts';
import { requireCsrf } from './auth/require-csrf.ts';
import { checkReply } from './check-reply.ts';
import type { Deps } from './deps.ts';
import { type FieldProblem, Unprocessable } from './errors.ts';
import { createReadBody } from './read-body.ts';
import { toRequestInfo } from './request-info.ts';
import type { AnyRoute } from './route.ts';
import { send } from './send.ts';
import type { RequestContext } from './state.ts';
import { validate } from './validate.ts';

/** Nobody needs more to sign in, and until then nobody may send more. */
const MAX_ANONYMOUS_BYTES = 64 * 1024;
const BYTES_PER_MB = 1024 * 1024;

type Access = 'none' | 'bearer' | 'admin';
export type HandleRequest = (route: AnyRoute, ctx: RequestContext, params: unknown) => Promise<void>;

export function createHandleRequest(deps: Deps): HandleRequest {
  const { settings, limits } = deps;
  const authenticate = createAuthenticate(deps);
  const noteUse = createModuleUse(deps.subscriptions, (error) => {
    deps.log.warn({ err: error }, 'use of a module was not noted');
  });
  const readBody = createReadBody(settings.MAX_BODY_MB * BYTES_PER_MB);
  const readAnonymousBody = createReadBody(MAX_ANONYMOUS_BYTES);
  const accessOf = ({ auth }: AnyRoute): Access => {
    if (auth !== 'registrar') return auth;
    return settings.ALLOW_PUBLIC_REGISTRATION ? 'none' : 'admin';
  };

  return async (route, ctx, params) => {
    ctx.state.route = route.path;
    const access = accessOf(route);
    const user = await identify(ctx, identityOf(route, access), authenticate);
    if (user.userId) ctx.state.userId = user.userId;
    const read = user.userId ? readBody : readAnonymousBody;
    const body = route.body && (await read(ctx, route.forms));
    if (route.forms) await requireCsrf(ctx, body, deps);
    await authorize(route, access, user, deps);
    const { canonical, ...parts } = await validateParts(route, params, ctx.query, body);
    const limit = route.limit ?? 'general';
    if (user.userId && limit !== 'own') ctx.set(await limits[limit].consume(user.userId));
    const input = { ...parts, user, request: toRequestInfo(ctx), deps };
    const answer = await inClientWords(canonical, () => route.handle(input));
    if (deps.checkReplies) await checkReply(route, answer);
    noteUse(user.userId, route.module, deps.now());
    send(ctx, route, answer);
  };
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
  const canonical = route.canonical?.(body ?? {});
  const read = canonical ? canonical.body : body === undefined ? {} : body;
  const say = canonical && ((loc: FieldProblem['loc']) => canonical.clientPath(loc));
  return {
    params: route.params && (await validate(route.params, 'path', params)),
    query: route.query && (await validate(route.query, 'query', query)),
    body: route.body && (await validate(route.body, 'body', read, say)),
    canonical,
  };
}
