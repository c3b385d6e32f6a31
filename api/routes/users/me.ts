/** GET /users/me */
import { NotFound } from '../../errors.ts';
import { defineRoute, reply } from '../../route.ts';
import { userSchema } from '../../schemas/user.ts';

export const me = defineRoute({
  method: 'get',
  path: '/users/me',
  summary: 'The signed-in user',
  tag: 'Users',
  auth: 'bearer',
  responses: { 200: userSchema },
  errors: [404],
  handle: async ({ user, deps }) => {
    const record = await deps.users.findById(user.userId);
    if (!record) throw new NotFound('User not found');
    const { user_id, username, created_at, role } = record;
    return reply(200, { user_id, username, created_at: created_at.toISOString(), role });
  },
});
