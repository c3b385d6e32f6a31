/**
 * The session of a page: its refresh token is a cookie that no script reads, so that a reload asks for no password.
 * `POST /auth/refresh` alone takes the cookie, and with a CSRF token only; it opens no other route.
 */
import { string } from 'yup';
import { Unauthenticated, Unprocessable } from '../http/errors.ts';
import type { RequestInfo } from '../http/request.ts';
import { reply } from '../http/route.ts';
import { csrfCookieName, requireToken, sessionOf } from './csrf.ts';
import type { AccountDeps } from './deps.ts';
import { REFRESH_TOKEN_S, type TokenSet } from './sessions.ts';

/** The field of a sign-in that says where its refresh token goes. */
export const sessionField = () =>
  string()
    .oneOf(['token', 'cookie'] as const)
    .default('token')
    .meta({ description: '`cookie`, for pages: the refresh token is no field of the reply but a cookie' });

type Settings = Pick<AccountDeps['settings'], 'NODE_ENV'>;

/**
 * `__Secure-`: browsers take it over TLS only. Not `__Host-`, which needs `Path=/` and goes with every request to the
 * host, also to what else a proxy has there.
 */
const nameOf = ({ NODE_ENV }: Settings): string =>
  NODE_ENV === 'production' ? '__Secure-refresh_token' : 'refresh_token';

/**
 * Has no `Path`: browsers then send the cookie to the folder of the route that set it, which is `/api/auth` or `/auth`
 * with whatever a proxy put in front.
 */
function cookieOf(token: string, maxAgeS: number, settings: Settings): { 'Set-Cookie': string } {
  const cookie = `${nameOf(settings)}=${token}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict`;
  return { 'Set-Cookie': settings.NODE_ENV === 'production' ? `${cookie}; Secure` : cookie };
}

/** The reply whose refresh token goes where the client wants it. */
export function signedIn(tokens: TokenSet, session: 'token' | 'cookie', settings: Settings) {
  if (session === 'token') return reply(200, tokens);
  const { refresh_token, ...rest } = tokens;
  return reply(200, rest, cookieOf(refresh_token, REFRESH_TOKEN_S, settings));
}

export const hasCookie = (request: RequestInfo, settings: Settings): boolean =>
  request.cookie(nameOf(settings)) !== undefined;

/** The refresh token of the cookie. A call that has neither cookie nor CSRF token is not that of a page: 422. */
export async function requireCookie(request: RequestInfo, deps: AccountDeps): Promise<string> {
  const { settings } = deps;
  const refreshToken = request.cookie(nameOf(settings));
  const token = request.header('x-csrf-token');
  if (refreshToken === undefined && token === undefined)
    throw new Unprocessable([{ loc: ['body', 'refresh_token'], msg: 'Field required', type: 'missing' }]);
  const cookie = request.cookie(csrfCookieName(settings)) ?? '';
  // A page that was just loaded has no access token yet, and asked for its CSRF token without one.
  const sessionIds = ['', await sessionOf(request.header('authorization') ?? '', deps)];
  requireToken(token ?? '', cookie, sessionIds, deps);
  if (refreshToken === undefined) throw new Unauthenticated('No session');
  return refreshToken;
}

/** What takes the cookie from a browser that sent it; nothing for others. */
export const withoutCookie = (request: RequestInfo, settings: Settings) =>
  hasCookie(request, settings) ? cookieOf('', 0, settings) : {};
