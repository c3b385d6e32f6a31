/** POST /users/me/2fa/recovery-codes */
import { object } from 'yup';
import { renewRecoveryCodes as renew } from '../../commands/renew-recovery-codes.ts';
import { defineRoute, reply } from '../../route.ts';
import { bothFactors } from '../../schemas/factor-code.ts';
import { recoveryCodes } from '../../schemas/recovery-codes.ts';

export const renewRecoveryCodes = defineRoute({
  method: 'post',
  path: '/users/me/2fa/recovery-codes',
  summary: 'Replace the recovery codes with the password and a code',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: bothFactors,
  example: { body: { current_password: 'a long enough passphrase', code: '123456' } },
  responses: { 200: object({ recovery_codes: recoveryCodes() }) },
  errors: [409],
  handle: async ({ body, user, request, deps }) =>
    reply(200, { recovery_codes: await renew(body, { user, request }, deps) }),
});
