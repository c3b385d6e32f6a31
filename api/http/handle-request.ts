/**
 * Handles one request on one route. Refusals come in this order: 401; 429 of the caller's general quota, which refused
 * requests consume too; 413, 415 or 400 of the body; 403 of a forged form, a missing second factor, role, API key or
 * module; 422; then the refusals of the handler.
 */
import { type Access, authorize } from './access.ts';
import { clientNetwork } from './client-network.ts';
import { Forbidden, Unauthenticated } from './errors.ts';
import { inTime, spentBefore, timeLeft } from './in-time.ts';
import type { Ledger } from './ledger.ts';
import type { RateLimit } from './limits.ts';
import { ANONYMOUS, type Principal } from './principal.ts';
import { createReadBody } from './read-body.ts';
import { checkReply, send } from './reply.ts';
import { onLoop, type RequestContext, toRequestInfo } from './request.ts';
import type { AnyRoute, RouteShape } from './route.ts';
import { inClientWords, validateParts } from './validate.ts';

/** Largest body of a caller who is not signed in, bytes; enough for a sign-in. */
const MAX_ANONYMOUS_BYTES = 64 * 1024;

const FIRST_REFUSAL = 400;

/** Account checks that the handling of requests requires; the application supplies them. */
export interface Gate {
  /** Identifies the sender of a request. Throws `Unauthenticated`. */
  authenticate(ctx: RequestContext): Promise<Principal>;
  /** Checks a form. Throws `Forbidden` if another site may have sent it. */
  checkForm(ctx: RequestContext, body: unknown): Promise<void>;
  /** Called before a 403 is sent to a caller who is signed in. */
  noteDenial(userId: string, call: { readonly method: string; readonly route: string }): Promise<void>;
  /** Called after every call that was answered; the reply does not wait for it. */
  noteUse(userId: string, module: RouteShape['module']): void;
}

/** Answers a request of an identified caller: in this process, or in a thread when the request may take long. */
export type PassOn = (
  route: RouteShape,
  ctx: RequestContext,
  /** `maxBytes`: limit of the body before decompression, bytes. */
  caller: { readonly userId: string; readonly maxBytes: number },
  here: () => Promise<void>,
) => Promise<void>;

export interface RequestOptions {
  readonly gate: Gate;
  /**
   * Quotas of a caller, by the field `limit` of a route. `refused` counts refusals on routes with a quota of their own.
   * If absent, no quotas apply.
   */
  readonly quotas?: Readonly<Record<'general' | 'read' | 'refused', RateLimit>> | undefined;
  /** Passes long requests to a thread; if absent, this process answers every request. */
  readonly passOn?: PassOn | undefined;
  /** Ledger of bytes in transit; absent in a thread, whose bytes the process counts. */
  readonly ledger?: Ledger | undefined;
  readonly maxBodyBytes: number;
  /** True if public registration opens `registrar` routes to anyone. */
  readonly isRegistrationOpen: boolean;
  /**
   * Checks every reply against its schema. On in tests; off in production, because it is too slow for large results.
   */
  readonly checkReplies: boolean;
}

export type HandleRequest<D> = (route: AnyRoute<D>, ctx: RequestContext, params: unknown) => Promise<void>;

/** Creates the request handler. `deps`: dependencies that are passed to route handlers. */
export function createHandleRequest<D>(options: RequestOptions, deps: D): HandleRequest<D> {
  const { gate, quotas, passOn, ledger, maxBodyBytes, isRegistrationOpen, checkReplies } = options;
  const readBody = createReadBody(maxBodyBytes);
  const readAnonymousBody = createReadBody(MAX_ANONYMOUS_BYTES);
  const spent = passOn ? () => 0 : spentBefore;
  const accessOf = ({ auth }: RouteShape): Access => {
    if (auth !== 'registrar') return auth;
    return isRegistrationOpen ? 'none' : 'admin';
  };

  async function answer(route: AnyRoute<D>, ctx: RequestContext, params: unknown, user: Principal) {
    const access = accessOf(route);
    // Guests may not send a body, so they are authorized before a body is read.
    if (user.shared) authorize(route, access, user, params);
    const read = user.userId ? readBody : readAnonymousBody;
    const body = route.body && (await read(ctx, route.forms));
    if (route.forms) await gate.checkForm(ctx, body);
    authorize(route, access, user, params);
    const { canonical, parts } = await onLoop(ctx, () => validateParts(route, params, ctx.query, body));
    const recheck = async () => authorize(route, access, await identify(route, access, ctx, gate), params);
    const input = { ...parts, user, request: toRequestInfo(ctx, recheck), deps };
    const leftMs = timeLeft(route, ctx, { mayWait: true });
    const answer = await inClientWords(canonical, () =>
      inTime(
        leftMs,
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
    user: Principal,
  ): Promise<void> {
    try {
      const answered = await answer(route, ctx, params, user);
      gate.noteUse(user.userId, route.module);
      onLoop(ctx, () => send(ctx, route, answered));
    } catch (error) {
      const call = { method: route.method, route: route.path };
      if (error instanceof Forbidden && user.userId) await gate.noteDenial(user.userId, call);
      throw error;
    }
  }

  return async (route, ctx, params) => {
    ctx.state.cameAt = performance.now() - spent(route, ctx);
    ctx.state.route = route.path;
    const user = await inTime(timeLeft(route, ctx), identify(route, accessOf(route), ctx, gate));
    const { userId } = user;
    if (userId) ctx.state.userId = userId;
    const payer = payerOf(user) || clientNetwork(ctx.ip);
    if (ledger) ctx.state.holding = ledger.open(payer, ctx.res);
    const quotaUse = userId ? await spend(route, ctx, user, quotas) : undefined;
    const here = () => reply(route, ctx, params, user);
    // The request of a guest that will be refused is not passed to a thread.
    const mayBeLong = userId && (!user.shared || route.shared);
    if (passOn && mayBeLong) await passOn(route, ctx, { userId: payer, maxBytes: maxBodyBytes }, here);
    else await here();
    if (ctx.status < FIRST_REFUSAL) await quotaUse?.refund();
  };
}

/**
 * Key under which bytes and time are charged. All guests of an owner share one key, so that links do not multiply a
 * user's share.
 */
const payerOf = ({ userId, shared }: Principal): string => (shared ? `guests of ${shared.ownerId}` : userId);

/** The caller; `ANONYMOUS` if the route is open and there are no valid credentials. */
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

/**
 * Consumes the quota of a request. On a route with a quota of its own, takes from the quota of refused requests, and
 * returns the call to that quota if the request was not refused.
 */
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
