/** PUT /users/{user_id}/role */
import { object, string } from 'yup';
import { setRole as set } from '../../commands/administer.ts';
import { defineRoute, reply } from '../../route.ts';
import { accountSchema, toAccount } from '../../schemas/account.ts';
import { userPath } from './user-path.ts';

export const setRole = defineRoute({
  method: 'put',
  path: '/users/{user_id}/role',
  summary: 'Make an account an administrator, or no longer',
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
    reply(200, toAccount(await set(deps, params.user_id, body.role, { user, request }))),
});
