/** DELETE /users/{user_id}/2fa */
import { resetTwoFactor as reset } from '../../commands/reset-two-factor.ts';
import { defineRoute, reply } from '../../route.ts';
import { userPath } from './user-path.ts';

export const resetTwoFactor = defineRoute({
  method: 'delete',
  path: '/users/{user_id}/2fa',
  summary: 'Forget the second factor of another account, whose sessions end',
  tag: 'Users',
  auth: 'admin',
  keys: 'refused',
  params: userPath,
  responses: { 204: null },
  errors: [404, 409],
  handle: async ({ params, user, request, deps }) => {
    await reset(params.user_id, { user, request }, deps);
    return reply(204, undefined);
  },
});
