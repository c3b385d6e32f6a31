/** GET /users/{user_id} */
import { NotFound } from '../../errors.ts';
import { defineRoute, reply } from '../../route.ts';
import { accountSchema, toAccount } from '../../schemas/account.ts';
import { userPath } from './user-path.ts';

export const readUser = defineRoute({
  method: 'get',
  path: '/users/{user_id}',
  summary: 'One account',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  params: userPath,
  responses: { 200: accountSchema },
  errors: [404],
  handle: async ({ params, deps }) => {
    const account = await deps.users.findById(params.user_id);
    if (!account) throw new NotFound('User not found');
    return reply(200, toAccount(account));
  },
});
