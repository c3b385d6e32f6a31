/** PUT /users/{user_id}/disabled */
import { boolean, object } from 'yup';
import { setDisabled as set } from '../../commands/administer.ts';
import { defineRoute, reply } from '../../route.ts';
import { accountSchema, toAccount } from '../../schemas/account.ts';
import { userPath } from './user-path.ts';

export const setDisabled = defineRoute({
  method: 'put',
  path: '/users/{user_id}/disabled',
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
    reply(200, toAccount(await set(deps, params.user_id, body.disabled, { user, request }))),
});
