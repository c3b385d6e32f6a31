/** POST /users/me/2fa/disable */
import { boolean, object, string } from 'yup';
import { disableTwoFactor as disable } from '../../commands/disable-two-factor.ts';
import { defineRoute, reply } from '../../route.ts';
import { factorCode } from '../../schemas/factor-code.ts';

export const disableTwoFactor = defineRoute({
  method: 'post',
  path: '/users/me/2fa/disable',
  summary: 'Disable the second factor with the password and a code',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: object({
    current_password: string().required('Field required').max(1024).meta({ description: 'Password' }),
    code: factorCode('Six digits from the authenticator, or a recovery code'),
  }),
  responses: { 200: object({ enabled: boolean().required() }) },
  errors: [409],
  handle: async ({ body, user, request, deps }) => {
    await disable(body, { user, request }, deps);
    return reply(200, { enabled: false });
  },
});
