/** The account of the caller: identity, modules, password, sessions. */
import { array, boolean, object, string } from 'yup';
import { NotFound } from '../../http/errors.ts';
import { SCOPES } from '../../http/principal.ts';
import { reply, routesFor } from '../../http/route.ts';
import { messageSchema } from '../../http/schemas.ts';
import { userSchema } from '../change-account.ts';
import type { AccountDeps } from '../deps.ts';
import { subscriptionsOf, subscriptionsSchema } from '../module-access.ts';
import { changePassword as change } from '../password-link.ts';
import { laterPassword } from '../prove-identity.ts';
import { endOwnSession, ownSessions, sessionSchema } from '../sessions.ts';

const defineRoute = routesFor<AccountDeps>();

const me = defineRoute({
  method: 'get',
  path: '/users/me',
  light: true,
  summary: 'The signed-in user',
  tag: 'Users',
  auth: 'bearer',
  beforeFactor: true,
  responses: {
    200: userSchema.shape({
      must_enrol: boolean().required().meta({
        description: 'The account must set up a second factor first; all other calls are refused',
      }),
      scopes: array(string().oneOf(SCOPES).required())
        .required()
        .meta({ description: 'Scopes of the token or API key of this request' }),
    }),
  },
  errors: [404],
  handle: async ({ user, deps }) => {
    const record = await deps.users.findById(user.userId);
    if (!record) throw new NotFound('User not found');
    const { user_id, username, created_at, role } = record;
    const must_enrol = user.mustEnrol;
    const scopes = [...user.scopes];
    return reply(200, { user_id, username, created_at: created_at.toISOString(), role, must_enrol, scopes });
  },
});

const subscriptions = defineRoute({
  method: 'get',
  path: '/users/me/subscriptions',
  light: true,
  summary: 'Modules open to the caller, each with the date of its grant',
  tag: 'Users',
  auth: 'bearer',
  responses: { 200: subscriptionsSchema },
  errors: [404],
  handle: async ({ user, deps }) =>
    reply(200, await subscriptionsOf(deps.users, deps.subscriptions, user.userId)),
});

const changePassword = defineRoute({
  method: 'post',
  path: '/users/me/password',
  light: true,
  summary: 'Change the password; ends every other session and all API keys of the caller',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: object({
    current_password: string().required().max(1024),
    new_password: string().required().max(1024).meta({ description: '8 to 128 characters' }),
    revoke_api_keys: boolean().default(true).meta({ description: 'False: keep the API keys of the caller' }),
  }),
  example: {
    body: { current_password: 'a long enough passphrase', new_password: 'another long passphrase' },
  },
  responses: { 200: messageSchema },
  errors: [404],
  handle: async ({ body, user, request, deps }) => {
    await change(deps, body, { user, request });
    return reply(200, { message: 'Password changed' });
  },
});

export const ownAccountRoutes = [me, changePassword, subscriptions];

const listSessions = defineRoute({
  method: 'get',
  path: '/users/me/sessions',
  light: true,
  summary: 'Sessions of the caller, the newest sign-in first',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  responses: { 200: object({ sessions: array(sessionSchema).required() }) },
  handle: async ({ user, deps }) => reply(200, { sessions: await ownSessions({ user }, deps) }),
});

const deleteSession = defineRoute({
  method: 'delete',
  path: '/users/me/sessions/{session_id}',
  light: true,
  summary: 'End a session of the caller; its tokens are refused at once',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  params: object({
    session_id: string()
      .required()
      .max(128)
      .meta({ description: 'Id of a session, from the list of sessions' }),
  }),
  body: object({ current_password: laterPassword() }),
  example: { body: { current_password: 'a long enough passphrase' }, status: 204 },
  responses: { 204: null },
  handle: async ({ params, body, user, request, deps }) => {
    await endOwnSession(params.session_id, body.current_password, { user, request }, deps);
    return reply(204, undefined);
  },
});

export const sessionRoutes = [listSessions, deleteSession];
