/**
 * Session of a page: its refresh token is a cookie that scripts cannot read, so that a reload does not require the
 * password. Only `POST /auth/refresh` accepts the cookie, and only with a CSRF token.
 */
import { string } from 'yup';
import { Unauthenticated, Unprocessable } from '../http/errors.ts';
import type { RequestInfo } from '../http/request.ts';
import { reply } from '../http/route.ts';
import { type CookieSettings, type CsrfDeps, csrfCookieName, requireToken, sessionOf } from './csrf.ts';
import { REFRESH_TOKEN_S, type TokenSet } from './sessions.ts';

/** The field of a sign-in that selects where the refresh token is returned: in the body or in a cookie. */
export const sessionField = () =>
  string()
    .oneOf(['token', 'cookie'] as const)
    .default('token')
    .meta({
      description:
        '`cookie`, for pages: the refresh token is set as a cookie instead of a field of the reply',
    });

/**
 * Browsers accept the prefix `__Secure-` over TLS only. `__Host-` would require `Path=/`, which sends the cookie with
 * every request to the host, including other services behind the same proxy.
 */
const nameOf = ({ NODE_ENV }: CookieSettings): string =>
  NODE_ENV === 'production' ? '__Secure-refresh_token' : 'refresh_token';

/**
 * The session cookie. It has no `Path`, so browsers send it to the folder of the route that set it: `/api/auth` or
 * `/auth`, behind any prefix of a proxy.
 */
function cookieOf(token: string, maxAgeS: number, settings: CookieSettings): { 'Set-Cookie': string } {
  const cookie = `${nameOf(settings)}=${token}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`;
  return { 'Set-Cookie': settings.NODE_ENV === 'production' ? `${cookie}; Secure` : cookie };
}

/** The sign-in reply, with the refresh token in the body or in a cookie as the client chose. */
export function signedIn(tokens: TokenSet, session: 'token' | 'cookie', settings: CookieSettings) {
  if (session === 'token') return reply(200, tokens);
  const { refresh_token, ...rest } = tokens;
  return reply(200, rest, cookieOf(refresh_token, REFRESH_TOKEN_S, settings));
}

export const hasCookie = (request: RequestInfo, settings: CookieSettings): boolean =>
  request.cookie(nameOf(settings)) !== undefined;

/** Refresh token from the session cookie. Throws 422 for a request without cookie or CSRF token. */
export async function requireCookie(request: RequestInfo, deps: CsrfDeps): Promise<string> {
  const { settings } = deps;
  const refreshToken = request.cookie(nameOf(settings));
  const token = request.header('x-csrf-token');
  if (refreshToken === undefined && token === undefined)
    throw new Unprocessable([{ loc: ['body', 'refresh_token'], msg: 'Field required', type: 'missing' }]);
  const cookie = request.cookie(csrfCookieName(settings)) ?? '';
  // A page just loaded has no access token yet, so its CSRF token is bound to no session.
  const sessionIds = ['', await sessionOf(request.header('authorization') ?? '', deps)];
  requireToken(token ?? '', cookie, sessionIds, deps);
  if (refreshToken === undefined) throw new Unauthenticated('No session');
  return refreshToken;
}

/** Header that deletes the session cookie; empty for a browser that did not send the cookie. */
export const withoutCookie = (request: RequestInfo, settings: CookieSettings) =>
  hasCookie(request, settings) ? cookieOf('', 0, settings) : {};
