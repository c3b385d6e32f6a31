/** POST /users/me/2fa/enable */
import { boolean, object } from 'yup';
import { enableTwoFactor as enable } from '../../commands/enable-two-factor.ts';
import { defineRoute, reply } from '../../route.ts';
import { factorCode } from '../../schemas/factor-code.ts';
import { recoveryCodes } from '../../schemas/recovery-codes.ts';

export const enableTwoFactor = defineRoute({
  method: 'post',
  path: '/users/me/2fa/enable',
  summary: 'Enable the second factor with a first code; every other session of the caller ends',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: object({ code: factorCode('Six digits from the authenticator') }),
  example: { body: { code: '123456' } },
  responses: {
    200: object({
      enabled: boolean().required(),
      recovery_codes: recoveryCodes(),
    }),
  },
  errors: [409],
  handle: async ({ body, user, request, deps }) => {
    const recovery_codes = await enable(body.code, { user, request }, deps);
    return reply(200, { enabled: true, recovery_codes });
  },
});
