/** GET /users/me/subscriptions */
import { array, object, string } from 'yup';
import { NotFound } from '../../errors.ts';
import { subscriptionSchema } from '../../modules/module-schema.ts';
import { toSubscriptions } from '../../modules/subscription-view.ts';
import { defineRoute, reply } from '../../route.ts';

export const subscriptions = defineRoute({
  method: 'get',
  path: '/users/me/subscriptions',
  summary: 'The modules that are open to the caller, and since when',
  tag: 'Users',
  auth: 'bearer',
  responses: {
    200: object({ user_id: string().required(), modules: array(subscriptionSchema).required() }),
  },
  errors: [404],
  handle: async ({ user, deps }) => {
    const [account, records] = await Promise.all([
      deps.users.findById(user.userId),
      deps.subscriptions.of(user.userId),
    ]);
    if (!account) throw new NotFound('User not found');
    return reply(200, {
      user_id: user.userId,
      modules: toSubscriptions(user, account.created_at, records),
    });
  },
});
