/** DELETE /users/me/api-keys/{key_id} */
import { object, string } from 'yup';
import { revokeApiKey as revoke } from '../../commands/revoke-api-key.ts';
import { defineRoute, reply } from '../../route.ts';

export const revokeApiKey = defineRoute({
  method: 'delete',
  path: '/users/me/api-keys/{key_id}',
  summary: 'Revoke an API key of the caller',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  params: object({
    key_id: string().required().max(128).meta({ description: 'Id of the key, from its creation' }),
  }),
  responses: { 204: null },
  errors: [404],
  handle: async ({ params, user, request, deps }) => {
    await revoke(deps, params.key_id, { user, request });
    return reply(204, undefined);
  },
});
