/** GET /users */
import { array, number, object, string } from 'yup';
import { defineRoute, reply } from '../../route.ts';
import { accountSchema, toAccount } from '../../schemas/account.ts';
import { pageQuery } from '../../schemas/page-query.ts';

export const listUsers = defineRoute({
  method: 'get',
  path: '/users',
  summary: 'All accounts by name',
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
