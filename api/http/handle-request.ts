/**
 * One request on one route, in the order in which it may be refused: 401, 429 of the caller's general quota, which
 * refused requests drain too, then 413/415/400 of the body, 403 of a forged form, of a missing second factor, of role,
 * key and module, 422, and whatever the handler finds.
 */
import { type Access, authorize } from './access.ts';
import { clientNetwork } from './client-network.ts';
import { Forbidden, ServiceUnavailable, Unauthenticated } from './errors.ts';
import { waitSeconds } from './follows.ts';
import type { Ledger } from './ledger.ts';
import type { RateLimit } from './limits.ts';
import { ANONYMOUS, type Principal } from './principal.ts';
import { createReadBody } from './read-body.ts';
import { checkReply, send } from './reply.ts';
import { onLoop, type RequestContext, toRequestInfo } from './request.ts';
import { type AnyRoute, type RouteShape, secondsOf } from './route.ts';
import { inClientWords, validateParts } from './validate.ts';

/** Nobody needs more to sign in, and until then nobody may send more. */
const MAX_ANONYMOUS_BYTES = 64 * 1024;

const FIRST_REFUSAL = 400;

/** What the kit asks of those who know accounts; the roof hands it in. */
export interface Gate {
  /** Who sends a request. Throws `Unauthenticated`. */
  authenticate(ctx: RequestContext): Promise<Principal>;
  /** Throws `Forbidden` for a form that another site may have sent. */
  checkForm(ctx: RequestContext, body: unknown): Promise<void>;
  /** Called before a 403 is sent to a caller who is signed in. */
  noteDenial(userId: string, call: { readonly method: string; readonly route: string }): Promise<void>;
  /** Called after every call that was answered; the reply does not wait for it. */
  noteUse(userId: string, module: RouteShape['module']): void;
}

/** Sees to it that a request of somebody known is answered: here, or elsewhere when that may take long. */
export type PassOn = (
  route: RouteShape,
  ctx: RequestContext,
  /** `maxBytes`: of the body as it comes. */
  caller: { readonly userId: string; readonly maxBytes: number },
  here: () => Promise<void>,
) => Promise<void>;

export interface RequestOptions {
  readonly gate: Gate;
  /** Buckets of a caller, by `limit` of a route; `refused` for those that have one of their own. Absent: none. */
  readonly quotas?: Readonly<Record<'general' | 'read' | 'refused', RateLimit>> | undefined;
  /** Absent: everything is answered here. */
  readonly passOn?: PassOn | undefined;
  /** The account of bytes under way; absent where they are counted elsewhere. */
  readonly ledger?: Ledger | undefined;
  readonly maxBodyBytes: number;
  /** Whether a `registrar` route is open to anyone. */
  readonly isRegistrationOpen: boolean;
  /** Checks every reply against its schema; on in tests, too slow for large results in production. */
  readonly checkReplies: boolean;
}

export type HandleRequest<D> = (route: AnyRoute<D>, ctx: RequestContext, params: unknown) => Promise<void>;

/** `deps`: what handlers are given. */
export function createHandleRequest<D>(options: RequestOptions, deps: D): HandleRequest<D> {
  const { gate, quotas, passOn, ledger, maxBodyBytes, isRegistrationOpen, checkReplies } = options;
  const readBody = createReadBody(maxBodyBytes);
  const readAnonymousBody = createReadBody(MAX_ANONYMOUS_BYTES);
  const accessOf = ({ auth }: RouteShape): Access => {
    if (auth !== 'registrar') return auth;
    return isRegistrationOpen ? 'none' : 'admin';
  };

  async function answer(
    route: AnyRoute<D>,
    ctx: RequestContext,
    params: unknown,
    { user, cameAt }: { readonly user: Principal; readonly cameAt: number },
  ) {
    const access = accessOf(route);
    // A guest sends nothing: refused before a body is read.
    if (user.shared) authorize(route, access, user, params);
    const read = user.userId ? readBody : readAnonymousBody;
    const readAt = performance.now();
    const body = route.body && (await read(ctx, route.forms));
    const startedAt = cameAt + performance.now() - readAt;
    if (route.forms) await gate.checkForm(ctx, body);
    authorize(route, access, user, params);
    const { canonical, parts } = await onLoop(ctx, () => validateParts(route, params, ctx.query, body));
    const recheck = async () => authorize(route, access, await identify(route, access, ctx, gate), params);
    const input = { ...parts, user, request: toRequestInfo(ctx, recheck), deps };
    const asked = { route, header: input.request.header, spentMs: performance.now() - startedAt };
    const answer = await inClientWords(canonical, () =>
      inTime(
        asked,
        onLoop(ctx, () => route.handle(input)),
      ),
    );
    if (checkReplies) await checkReply(route, answer);
    return answer;
  }

  async function reply(
    route: AnyRoute<D>,
    ctx: RequestContext,
    params: unknown,
    { user, cameAt }: { readonly user: Principal; readonly cameAt: number },
  ): Promise<void> {
    try {
      const answered = await answer(route, ctx, params, { user, cameAt });
      gate.noteUse(user.userId, route.module);
      onLoop(ctx, () => send(ctx, route, answered));
    } catch (error) {
      const call = { method: route.method, route: route.path };
      if (error instanceof Forbidden && user.userId) await gate.noteDenial(user.userId, call);
      throw error;
    }
  }

  return async (route, ctx, params) => {
    const cameAt = performance.now();
    ctx.state.route = route.path;
    const user = await identify(route, accessOf(route), ctx, gate);
    const { userId } = user;
    if (userId) ctx.state.userId = userId;
    if (ledger) ctx.state.holding = ledger.open(userId || clientNetwork(ctx.ip), ctx.res);
    const spent = userId ? await spend(route, ctx, user, quotas) : undefined;
    const here = () => reply(route, ctx, params, { user, cameAt });
    // A guest who is refused sends nothing.
    const mayBeLong = userId && (!user.shared || route.shared);
    if (passOn && mayBeLong) await passOn(route, ctx, { userId, maxBytes: maxBodyBytes }, here);
    else await here();
    if (ctx.status < FIRST_REFUSAL) await spent?.refund();
  };
}

/** The caller; `ANONYMOUS` where the route is open and no valid credentials came along. */
async function identify(
  { auth }: RouteShape,
  access: Access,
  ctx: RequestContext,
  gate: Gate,
): Promise<Principal> {
  if (access !== 'none') return gate.authenticate(ctx);
  if (auth === 'none') return ANONYMOUS;
  try {
    return await gate.authenticate(ctx);
  } catch (error) {
    if (error instanceof Unauthenticated) return ANONYMOUS;
    throw error;
  }
}

/** What has a quota of its own takes from that of refused requests, and gives it back when it was not refused. */
async function spend(
  { limit = 'general' }: RouteShape,
  ctx: RequestContext,
  { userId }: Principal,
  quotas: RequestOptions['quotas'],
) {
  if (limit === 'none' || !quotas) return undefined;
  if (limit === 'own') {
    await quotas.refused.consume(userId);
    return { refund: () => quotas.refused.refund(userId) };
  }
  ctx.set(await quotas[limit].consume(userId));
  return undefined;
}

/** Clients and proxies begin to give up at 10 s, and a proxy may have held it for seconds before. */
const ANSWER_MS = 5000;
/** However long its body was looked through, ms: else a large one that comes again would never hear that it was accepted. */
const LEAST_MS = 2500;

interface Asked {
  readonly route: Pick<RouteShape, 'heeds'> & Partial<Pick<RouteShape, 'method' | 'seconds' | 'file'>>;
  readonly header: (name: string) => string | undefined;
  /** Since it came, without the time that its body took to arrive, ms. */
  readonly spentMs: number;
}

/** A submission with its key, and a look at a status. */
export function isAnsweredSoon({ heeds = [] }: Asked['route'], header: Asked['header']): boolean {
  const isKeyed = heeds.includes('Idempotency-Key') && header('idempotency-key') !== undefined;
  return isKeyed || heeds.includes('Prefer');
}

/**
 * A request that its client may repeat, a submission with its key or a read, is answered however slow everything behind the
 * service is, a look at a status within 5 s: the client is told to come again, and finds what was done meanwhile. Rejects
 * with `ServiceUnavailable` when `work`, which goes on, is late.
 */
export async function inTime<T>({ route, header, spentMs }: Asked, work: Promise<T>): Promise<T> {
  const isSoon = isAnsweredSoon(route, header);
  if (!isSoon && route.method !== 'get') return work;
  const answerMs = isSoon ? ANSWER_MS : secondsOf(route) * 1000;
  const waitS = (route.heeds?.includes('Prefer') && waitSeconds(header('prefer'))) || 0;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tell = () => reject(new ServiceUnavailable('The service is slow at the moment; ask again'));
    timer = setTimeout(tell, Math.max(LEAST_MS, answerMs - spentMs) + waitS * 1000);
  });
  // What comes of it after that is nobody's to hear.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
