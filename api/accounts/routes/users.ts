/** Accounts as seen and changed by administrators. */
import { array, boolean, number, object, string } from 'yup';
import { NotFound } from '../../http/errors.ts';
import { ACCESS_LEVELS } from '../../http/principal.ts';
import { reply, routesFor } from '../../http/route.ts';
import { pageQuery } from '../../http/schemas.ts';
import {
  accountSchema,
  setDisabled as changeDisabled,
  setRole as changeRole,
  grant,
  toAccount,
} from '../change-account.ts';
import type { AccountDeps } from '../deps.ts';
import { subscriptionsOf, subscriptionsSchema } from '../module-access.ts';
import { makePasswordLink } from '../password-link.ts';
import { resetTwoFactor as reset } from '../two-factor.ts';

const defineRoute = routesFor<AccountDeps>();

const listUsers = defineRoute({
  method: 'get',
  path: '/users',
  light: true,
  summary: 'All accounts, sorted by name',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  query: object({
    ...pageQuery(),
    q: string().max(64).optional().meta({ description: 'Beginning of the name, in any case' }),
  }),
  responses: {
    200: object({ users: array(accountSchema).required(), total: number().integer().min(0).required() }),
  },
  handle: async ({ query, deps }) => {
    const { users, total } = await deps.users.list(query.q, query.limit, query.offset);
    return reply(200, { users: users.map(toAccount), total });
  },
});

/** Path parameter of all routes of one user. Accepts any text; an unknown id is answered with 404. */
const userPath = object({ user_id: string().required().max(128) });

const readUser = defineRoute({
  method: 'get',
  path: '/users/{user_id}',
  light: true,
  summary: 'One account',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  params: userPath,
  responses: { 200: accountSchema },
  handle: async ({ params, deps }) => {
    const account = await deps.users.findById(params.user_id);
    if (!account) throw new NotFound('User not found');
    return reply(200, toAccount(account));
  },
});

const setRole = defineRoute({
  method: 'put',
  path: '/users/{user_id}/role',
  light: true,
  summary: 'Grant or revoke the administrator role of an account',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  params: userPath,
  body: object({
    role: string()
      .oneOf(['user', 'admin'] as const)
      .required(),
  }),
  example: { body: { role: 'user' } },
  responses: { 200: accountSchema },
  errors: [404, 409],
  handle: async ({ params, body, user, request, deps }) =>
    reply(200, toAccount(await changeRole(deps, params.user_id, body.role, { user, request }))),
});

const setDisabled = defineRoute({
  method: 'put',
  path: '/users/{user_id}/disabled',
  light: true,
  summary: 'Disable an account, which ends its sessions, or enable it again',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  params: userPath,
  body: object({ disabled: boolean().required() }),
  example: { body: { disabled: true } },
  responses: { 200: accountSchema },
  errors: [404, 409],
  handle: async ({ params, body, user, request, deps }) =>
    reply(200, toAccount(await changeDisabled(deps, params.user_id, body.disabled, { user, request }))),
});

const subscriptions = defineRoute({
  method: 'get',
  path: '/users/{user_id}/subscriptions',
  light: true,
  summary: 'Modules with the access level of an account',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  params: userPath,
  responses: { 200: subscriptionsSchema },
  handle: async ({ params, deps }) =>
    reply(200, await subscriptionsOf(deps.users, deps.subscriptions, params.user_id)),
});

const accessLevel = () => string().oneOf(ACCESS_LEVELS).required();

const grantModule = defineRoute({
  method: 'put',
  path: '/users/{user_id}/subscriptions/{module_id}',
  light: true,
  summary: 'Set the access level of an account for a module',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  params: object({ user_id: string().required().max(128), module_id: string().required().max(64) }),
  body: object({ access_level: accessLevel() }),
  example: { body: { access_level: 'standard' } },
  responses: {
    200: object({
      user_id: string().required(),
      module_id: string().required(),
      access_level: accessLevel(),
    }),
  },
  errors: [404],
  handle: async ({ params, body, user, request, deps }) => {
    const { user_id, module_id } = params;
    await grant(deps, user_id, module_id, body.access_level, { user, request });
    return reply(200, { user_id, module_id, access_level: body.access_level });
  },
});

const resetTwoFactor = defineRoute({
  method: 'delete',
  path: '/users/{user_id}/2fa',
  light: true,
  summary: 'Remove the second factor of another account; ends its sessions',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  params: userPath,
  responses: { 204: null },
  errors: [409],
  handle: async ({ params, user, request, deps }) => {
    await reset(params.user_id, { user, request }, deps);
    return reply(204, undefined);
  },
});

const makeLink = defineRoute({
  method: 'post',
  path: '/users/{user_id}/password-link',
  light: true,
  summary: 'Create a link to reset a forgotten password; it works once, within an hour',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  params: userPath,
  responses: {
    201: object({
      token: string().required().meta({
        description:
          'Shown only in this reply; used in the page `#/new-password/TOKEN` or in POST /auth/new-password',
      }),
      expires_at: string().datetime({ precision: 3 }).required(),
    }),
  },
  headers: { 201: ['Cache-Control'] },
  errors: [409],
  handle: async ({ params, user, request, deps }) =>
    reply(201, await makePasswordLink(params.user_id, { user, request }, deps)),
});

export const userRoutes = [
  listUsers,
  readUser,
  setRole,
  setDisabled,
  subscriptions,
  grantModule,
  resetTwoFactor,
  makeLink,
];
