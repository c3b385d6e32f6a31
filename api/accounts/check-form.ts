/**
 * Refuses a form that another site may have sent. Only forms need this: a browser sends them without asking,
 * but no JSON and no `Authorization` or `X-API-Key` header. No cookie signs anybody in.
 */
import { Forbidden } from '../http/errors.ts';
import { isForm } from '../http/read-body.ts';
import type { RequestContext } from '../http/request.ts';
import { isSameSecret } from '../http/secrets.ts';
import { csrfCookieName, sessionOf } from './csrf.ts';
import type { AccountDeps } from './deps.ts';

type FormDeps = Pick<AccountDeps, 'csrf' | 'settings' | 'tokens' | 'now'>;

/** The token comes in the header `X-CSRF-Token` or the field `csrf_token`, and as the cookie. Throws `Forbidden`. */
export async function checkForm(ctx: RequestContext, body: unknown, deps: FormDeps): Promise<void> {
  if (!isForm(ctx)) return;
  const { csrf, settings, now } = deps;
  const token = ctx.get('X-CSRF-Token') || fieldOf(body);
  const cookie = ctx.cookies.get(csrfCookieName(settings)) ?? '';
  const sessionId = await sessionOf(ctx.get('Authorization'), deps);
  if (isSameSecret(token, cookie) && csrf.verify(token, sessionId, now())) return;
  throw new Forbidden('CSRF token missing or invalid');
}

const fieldOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'csrf_token' in body && typeof body.csrf_token === 'string'
    ? body.csrf_token
    : '';
