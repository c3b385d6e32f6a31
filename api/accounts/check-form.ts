/**
 * Refuses a form that another site may have sent. A browser sends forms without asking, but no JSON and no
 * `Authorization` or `X-API-Key` header. One cookie stands for somebody, and on one route, which asks for the same
 * token: see `session-cookie.ts`.
 */
import { isForm } from '../http/read-body.ts';
import type { RequestContext } from '../http/request.ts';
import { csrfCookieName, requireToken, sessionOf } from './csrf.ts';
import type { AccountDeps } from './deps.ts';

type FormDeps = Pick<AccountDeps, 'csrf' | 'settings' | 'tokens' | 'now'>;

/** The token comes in the header `X-CSRF-Token` or the field `csrf_token`, and as the cookie. Throws `Forbidden`. */
export async function checkForm(ctx: RequestContext, body: unknown, deps: FormDeps): Promise<void> {
  if (!isForm(ctx)) return;
  const token = ctx.get('X-CSRF-Token') || fieldOf(body);
  const cookie = ctx.cookies.get(csrfCookieName(deps.settings)) ?? '';
  requireToken(token, cookie, [await sessionOf(ctx.get('Authorization'), deps)], deps);
}

const fieldOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'csrf_token' in body && typeof body.csrf_token === 'string'
    ? body.csrf_token
    : '';
