/** The cookie that a CSRF token must agree with. */
import type { ApiSettings } from '../config.ts';
import { CSRF_TOKEN_S } from './csrf.ts';

type Needs = Pick<ApiSettings, 'NODE_ENV'>;

/** `__Host-`: browsers take it from this very host only, over TLS; not to be had over plain HTTP. */
export const csrfCookieName = ({ NODE_ENV }: Needs): string =>
  NODE_ENV === 'production' ? '__Host-csrf' : 'csrf';

/** Scripts have the token from the reply, and no need to read the cookie. */
export function csrfCookie(token: string, settings: Needs): string {
  const cookie = `${csrfCookieName(settings)}=${token}; Path=/; Max-Age=${CSRF_TOKEN_S}; HttpOnly; SameSite=Strict`;
  return settings.NODE_ENV === 'production' ? `${cookie}; Secure` : cookie;
}
