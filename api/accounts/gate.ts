/** What accounts do for every request of the API: say who sends it, judge its form, note denials and uses. */
import type { Subscriptions } from '../../mongo/subscriptions.ts';
import type { Gate } from '../http/handle-request.ts';
import type { ModuleAccess } from '../http/principal.ts';
import { isForm } from '../http/read-body.ts';
import type { RequestContext } from '../http/request.ts';
import { createAuthenticate } from './authenticate.ts';
import { csrfCookieName, requireToken, sessionOf } from './csrf.ts';
import type { AccountDeps } from './deps.ts';

export function createGate(deps: AccountDeps): Gate {
  const authenticate = createAuthenticate(deps);
  const denials = createDenials(deps);
  const noteUse = createModuleUse(deps.subscriptions, (error) => {
    deps.log.warn({ err: error }, 'use of a module was not noted');
  });
  return {
    authenticate: (ctx) =>
      authenticate({
        authorization: ctx.get('Authorization'),
        apiKey: ctx.get('X-API-Key'),
        isRead: ctx.method === 'GET',
      }),
    checkForm: (ctx, body) => checkForm(ctx, body, deps),
    noteDenial: (userId, call) => denials.note(userId, call),
    noteUse: (userId, module) => noteUse(userId, module, deps.now()),
  };
}

type FormDeps = Pick<AccountDeps, 'csrf' | 'settings' | 'tokens' | 'now'>;

/**
 * Refuses a form that another site may have sent. A browser sends forms without asking, but no JSON and no
 * `Authorization` or `X-API-Key` header. The token comes in the header `X-CSRF-Token` or the field `csrf_token`, and as the
 * cookie. For the one cookie that stands for somebody see `session-cookie.ts`. Throws `Forbidden`.
 */
async function checkForm(ctx: RequestContext, body: unknown, deps: FormDeps): Promise<void> {
  if (!isForm(ctx)) return;
  const token = ctx.get('X-CSRF-Token') || fieldOf(body);
  const cookie = ctx.cookies.get(csrfCookieName(deps.settings)) ?? '';
  requireToken(token, cookie, [await sessionOf(ctx.get('Authorization'), deps)], deps);
}

const fieldOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'csrf_token' in body && typeof body.csrf_token === 'string'
    ? body.csrf_token
    : '';

export interface Denials {
  note(userId: string, call: DeniedCall): Promise<void>;
}

interface DeniedCall {
  readonly method: string;
  readonly route: string;
}

const MINUTE_MS = 60_000;

/**
 * Tells the audit log who was denied what: the first refusal of a user on a route at once, those of the minute after it
 * together and as a number, so that nobody fills the log by asking. Each process counts for itself.
 */
export function createDenials(
  { audit, log }: Pick<AccountDeps, 'audit' | 'log'>,
  minuteMs = MINUTE_MS,
): Denials {
  /** How many are not in the log yet, for every user and route with an entry of the last minute. */
  const untold = new Map<string, number>();
  const tell = async (userId: string, call: DeniedCall, count: number): Promise<void> => {
    const key = keyOf(userId, call);
    untold.set(key, 0);
    setTimeout(() => {
      const more = untold.get(key) ?? 0;
      if (more === 0) untold.delete(key);
      else tell(userId, call, more).catch((error) => log.warn({ err: error }, 'denials were not audited'));
    }, minuteMs).unref();
    await audit.record('access_denied', { userId, details: { ...call, count } });
  };
  return {
    note: async (userId, call) => {
      const key = keyOf(userId, call);
      const more = untold.get(key);
      if (more === undefined) await tell(userId, call, 1);
      else untold.set(key, more + 1);
    },
  };
}

const keyOf = (userId: string, { method, route }: DeniedCall): string => `${userId} ${method} ${route}`;

/** Between two notes of one user and module. */
const EVERY_MS = 60_000;
const MOST = 10_000;

/** Notes that a module was used, at most once a minute per user and module: it is a date, not a count. */
export type NoteUse = (
  userId: string,
  module: ModuleAccess | readonly ModuleAccess[] | undefined,
  at: Date,
) => void;

/** Nobody waits for the note; one that fails is told to `failed`. */
export function createModuleUse(
  { markAccessed }: Pick<Subscriptions, 'markAccessed'>,
  failed: (error: unknown) => void,
): NoteUse {
  const noted = new Map<string, number>();
  return (userId, module, at) => {
    // A route that several modules open belongs to none of them.
    if (!module || !('id' in module)) return;
    const key = `${userId}/${module.id}`;
    if (at.getTime() - (noted.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    if (noted.size >= MOST) noted.clear();
    noted.set(key, at.getTime());
    markAccessed(userId, module.id, at).catch(failed);
  };
}
