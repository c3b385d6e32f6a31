/** PUT /users/{user_id}/subscriptions/{module_id} */
import { object, string } from 'yup';
import { grant } from '../../commands/administer.ts';
import { ACCESS_LEVELS } from '../../modules/catalog.ts';
import { defineRoute, reply } from '../../route.ts';

const accessLevel = () => string().oneOf(ACCESS_LEVELS).required();

export const grantModule = defineRoute({
  method: 'put',
  path: '/users/{user_id}/subscriptions/{module_id}',
  summary: 'Say how far a module is open to an account',
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
