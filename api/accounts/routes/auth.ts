/** Sign-in, renewal of sessions, sign-out, registration, and the CSRF token of forms. */
import { boolean, number, object, string } from 'yup';
import { auditSubject } from '../../http/request.ts';
import { reply, routesFor } from '../../http/route.ts';
import { messageSchema } from '../../http/schemas.ts';
import { csrfCookie, csrfCookieName, issueOrKeep, sessionOf } from '../csrf.ts';
import type { AccountDeps } from '../deps.ts';
import { usePasswordLink } from '../password-link.ts';
import { refreshSession } from '../refresh-tokens.ts';
import { registerUser } from '../register.ts';
import { hasCookie, requireCookie, sessionField, signedIn, withoutCookie } from '../session-cookie.ts';
import { endSession, loginReplySchema, tokenSetSchema } from '../sessions.ts';
import { logIn, verifyTwoFactor as verify } from '../sign-in.ts';
import { factorCode } from '../two-factor.ts';

const defineRoute = routesFor<AccountDeps>();

/** The API contract requires 400, not 422, for a missing credential. */
const credential = (description: string) =>
  string().required('Field required').max(1024).meta({ description, status: 400 });

const login = defineRoute({
  method: 'post',
  path: '/auth/login',
  light: true,
  summary: 'Sign in with username and password',
  tag: 'Authentication',
  auth: 'none',
  isPersonal: true,
  forms: true,
  body: object({
    username: credential('Not case-sensitive'),
    password: credential('Password'),
    session: sessionField(),
  }),
  example: { body: { username: 'ada', password: 'a long enough passphrase' } },
  responses: { 200: loginReplySchema },
  headers: { 200: ['Set-Cookie'] },
  errors: [401, 404, 429],
  handle: async ({ body, request, deps }) => {
    const answer = await logIn(body, request, deps);
    return 'access_token' in answer ? signedIn(answer, body.session, deps.settings) : reply(200, answer);
  },
});

/** Status 400 instead of 422, as at sign-in. */
const status = 400;

const verifyTwoFactor = defineRoute({
  method: 'post',
  path: '/auth/verify-2fa',
  light: true,
  summary: 'Finish a sign-in with the second factor',
  tag: 'Authentication',
  auth: 'none',
  isPersonal: true,
  body: object({
    temp_token: string()
      .required('Field required')
      .max(256)
      .meta({ description: 'Temporary token of POST /auth/login', status }),
    code: factorCode('Six digits from the authenticator, or a recovery code').meta({ status }),
    session: sessionField(),
  }),
  example: { body: { temp_token: 'the temp_token of POST /auth/login', code: '123456' } },
  responses: { 200: tokenSetSchema },
  headers: { 200: ['Set-Cookie'] },
  errors: [401, 429],
  handle: async ({ body, request, deps }) =>
    signedIn(await verify(body, request, deps), body.session, deps.settings),
});

const refresh = defineRoute({
  method: 'post',
  path: '/auth/refresh',
  light: true,
  summary: 'Exchange a refresh token for a new token set',
  tag: 'Authentication',
  auth: 'none',
  isPersonal: true,
  forms: true,
  body: object({
    refresh_token: string().min(1).max(256).meta({
      description: 'If omitted, the token is read from the session cookie; then send X-CSRF-Token as well',
    }),
  }),
  example: { body: { refresh_token: 'the refresh_token of the last token set' } },
  responses: { 200: tokenSetSchema },
  headers: { 200: ['Set-Cookie'] },
  errors: [401, 429],
  handle: async ({ body: { refresh_token }, request, deps }) => {
    const session = refresh_token === undefined ? 'cookie' : 'token';
    const token = refresh_token ?? (await requireCookie(request, deps));
    return signedIn(await refreshSession(token, request, deps), session, deps.settings);
  },
});

const logout = defineRoute({
  method: 'post',
  path: '/auth/logout',
  light: true,
  summary: 'Revoke the current access token and its session',
  tag: 'Authentication',
  auth: 'bearer',
  beforeFactor: true,
  keys: 'refused',
  responses: { 200: messageSchema },
  headers: { 200: ['Set-Cookie'] },
  handle: async ({ user, request, deps }) => {
    if (user.sessionId) await endSession(user.sessionId, deps);
    await deps.audit.record('logout', auditSubject({ user, request }, { session_id: user.sessionId }));
    return reply(200, { message: 'Logged out' }, withoutCookie(request, deps.settings));
  },
});

const USERNAME = /^[A-Za-z0-9._@-]{3,64}$/;

const register = defineRoute({
  method: 'post',
  path: '/auth/register',
  light: true,
  summary: 'Create an account',
  tag: 'Authentication',
  auth: 'registrar',
  keys: 'refused',
  forms: true,
  body: object({
    username: string()
      .required()
      .matches(USERNAME, {
        message: 'Username should be 3 to 64 letters, digits, dots, underscores, @ or hyphens',
      })
      .meta({ description: 'Unique without regard to case' }),
    password: string()
      .required()
      .max(1024)
      .meta({ description: '8 to 128 characters; short ones must be mixed' }),
  }),
  example: { body: { username: 'ada', password: 'a long enough passphrase' }, status: 201 },
  responses: { 201: object({ user_id: string().uuid().required(), username: string().required() }) },
  errors: [409],
  handle: async ({ body, user, request, deps }) => reply(201, await registerUser(body, user, request, deps)),
});

const newPassword = defineRoute({
  method: 'post',
  path: '/auth/new-password',
  light: true,
  summary: "Set a new password with an administrator's link; ends all sessions and API keys of the account",
  tag: 'Authentication',
  auth: 'none',
  isPersonal: true,
  body: object({
    token: string().required('Field required').max(256).meta({ description: 'Token of the link' }),
    new_password: string().required('Field required').max(1024).meta({ description: '8 to 128 characters' }),
  }),
  example: { body: { token: 'the token of the link', new_password: 'another long passphrase' } },
  responses: { 200: messageSchema },
  errors: [401, 429],
  handle: async ({ body, request, deps }) => {
    await usePasswordLink(body, request, deps);
    return reply(200, { message: 'Password changed' });
  },
});

const csrfToken = defineRoute({
  method: 'get',
  path: '/auth/csrf-token',
  light: true,
  summary:
    'CSRF token for forms, also set as a cookie; bound to the session of the access token, if one is sent',
  tag: 'Authentication',
  auth: 'none',
  isPersonal: true,
  responses: { 200: object({ csrf_token: string().required() }) },
  headers: { 200: ['Set-Cookie', 'Cache-Control'] },
  handle: async ({ request, deps }) => {
    const sessionId = await sessionOf(request.header('authorization') ?? '', deps);
    const cookieToken = request.cookie(csrfCookieName(deps.settings)) ?? '';
    const token = issueOrKeep(cookieToken, sessionId, deps);
    return reply(200, { csrf_token: token }, { 'Set-Cookie': csrfCookie(token, deps.settings) });
  },
});

const options = defineRoute({
  method: 'get',
  path: '/auth/options',
  light: true,
  summary: 'Information that a page needs before sign-in',
  tag: 'Authentication',
  auth: 'none',
  isPersonal: true,
  responses: {
    200: object({
      registration: string()
        .oneOf(['open', 'closed'] as const)
        .required()
        .meta({ description: '`closed`: administrators only' }),
      password_min_length: number().integer().required(),
      has_session: boolean().required().meta({
        description: 'True if a session cookie was sent; POST /auth/refresh shows whether it is still valid',
      }),
    }),
  },
  handle: async ({ request, deps: { settings } }) => {
    const registration: 'open' | 'closed' = settings.ALLOW_PUBLIC_REGISTRATION ? 'open' : 'closed';
    const { PASSWORD_MIN_LENGTH: password_min_length } = settings;
    return reply(200, { registration, password_min_length, has_session: hasCookie(request, settings) });
  },
});

export const authRoutes = [
  csrfToken,
  options,
  login,
  refresh,
  logout,
  register,
  verifyTwoFactor,
  newPassword,
];
