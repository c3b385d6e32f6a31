/** Account checks for every request of the API: authentication, CSRF protection, and records of denials and of use. */
import type { Logger } from 'pino';
import type { Audit } from '../../mongo/audit.ts';
import type { Subscriptions } from '../../mongo/subscriptions.ts';
import type { Gate } from '../http/handle-request.ts';
import type { ModuleAccess } from '../http/principal.ts';
import { isForm } from '../http/read-body.ts';
import type { RequestContext } from '../http/request.ts';
import { createAuthenticate } from './authenticate.ts';
import { type CsrfDeps, csrfCookieName, requireToken, sessionOf } from './csrf.ts';
import type { AccountDeps } from './deps.ts';

export function createGate(deps: AccountDeps): Gate {
  const authenticate = createAuthenticate(deps);
  const denials = createDenials(deps.audit, deps.log);
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

/**
 * Refuses a form that another site may have sent: browsers send forms across sites, but neither JSON nor the headers
 * `Authorization` and `X-API-Key`. The token comes in the header `X-CSRF-Token` or the field `csrf_token`, and as a
 * cookie. For the session cookie see `session-cookie.ts`. Throws `Forbidden`.
 */
async function checkForm(ctx: RequestContext, body: unknown, deps: CsrfDeps): Promise<void> {
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
 * Records denials in the audit log. The first refusal of a user on a route is recorded at once; those of the following
 * minute are recorded together as a number, so that repeated requests cannot flood the log. Each process counts on its
 * own.
 */
export function createDenials(audit: Audit, log: Logger, minuteMs = MINUTE_MS): Denials {
  /** Number of denials that are not in the log yet, for every user and route with an entry within the last minute. */
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

/** Shortest interval between two records of one user and module, ms. */
const EVERY_MS = 60_000;
const MOST = 10_000;

/** Records the time at which a user last used a module, at most once a minute per user and module. */
export type NoteUse = (
  userId: string,
  module: ModuleAccess | readonly ModuleAccess[] | undefined,
  at: Date,
) => void;

/** Records use in the background; failed writes are passed to `failed`. */
export function createModuleUse(
  { markAccessed }: Pick<Subscriptions, 'markAccessed'>,
  failed: (error: unknown) => void,
): NoteUse {
  const lastRecorded = new Map<string, number>();
  return (userId, module, at) => {
    // Requests on a route that belongs to several modules do not count as use of any of them.
    if (!module || !('id' in module)) return;
    const key = `${userId}/${module.id}`;
    if (at.getTime() - (lastRecorded.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    if (lastRecorded.size >= MOST) lastRecorded.clear();
    lastRecorded.set(key, at.getTime());
    markAccessed(userId, module.id, at).catch(failed);
  };
}
