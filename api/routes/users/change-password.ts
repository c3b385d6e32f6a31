/** POST /users/me/password */
import { boolean, object, string } from 'yup';
import { changePassword as change } from '../../commands/change-password.ts';
import { defineRoute, reply } from '../../route.ts';
import { messageSchema } from '../../schemas/message.ts';

export const changePassword = defineRoute({
  method: 'post',
  path: '/users/me/password',
  summary: 'Change the password; every other session of the caller ends, and their API keys',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: object({
    current_password: string().required().max(1024),
    new_password: string().required().max(1024).meta({ description: '8 to 128 characters' }),
    revoke_api_keys: boolean()
      .default(true)
      .meta({ description: 'False: the API keys of the caller stay as they are' }),
  }),
  example: {
    body: { current_password: 'a long enough passphrase', new_password: 'another long passphrase' },
  },
  responses: { 200: messageSchema },
  errors: [404],
  handle: async ({ body, user, request, deps }) => {
    await change(deps, body, { user, request });
    return reply(200, { message: 'Password changed' });
  },
});
