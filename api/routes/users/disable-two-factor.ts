/** POST /users/me/2fa/disable */
import { boolean, object } from 'yup';
import { disableTwoFactor as disable } from '../../commands/disable-two-factor.ts';
import { defineRoute, reply } from '../../route.ts';
import { bothFactors } from '../../schemas/factor-code.ts';

export const disableTwoFactor = defineRoute({
  method: 'post',
  path: '/users/me/2fa/disable',
  summary: 'Disable the second factor with the password and a code; every other session of the caller ends',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: bothFactors,
  example: { body: { current_password: 'a long enough passphrase', code: '123456' } },
  responses: { 200: object({ enabled: boolean().required() }) },
  errors: [409],
  handle: async ({ body, user, request, deps }) => {
    await disable(body, { user, request }, deps);
    return reply(200, { enabled: false });
  },
});
