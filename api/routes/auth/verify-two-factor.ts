/** POST /auth/verify-2fa */
import { object, string } from 'yup';
import { verifyTwoFactor as verify } from '../../commands/verify-two-factor.ts';
import { defineRoute, reply } from '../../route.ts';
import { factorCode } from '../../schemas/factor-code.ts';
import { tokenSetSchema } from '../../schemas/token-set.ts';

/** Answers 400 instead of 422, as login does. */
const status = 400;

export const verifyTwoFactor = defineRoute({
  method: 'post',
  path: '/auth/verify-2fa',
  summary: 'Finish a sign-in with the second factor',
  tag: 'Authentication',
  auth: 'none',
  body: object({
    temp_token: string()
      .required('Field required')
      .max(256)
      .meta({ description: 'From POST /auth/login', status }),
    code: factorCode('Six digits from the authenticator, or a recovery code').meta({ status }),
  }),
  example: { body: { temp_token: 'the temp_token of POST /auth/login', code: '123456' } },
  responses: { 200: tokenSetSchema },
  errors: [400, 401, 429],
  handle: async ({ body, request, deps }) => reply(200, await verify(body, request, deps)),
});
