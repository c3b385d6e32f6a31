/** POST /users/me/2fa/setup */
import { object, string } from 'yup';
import { setUpTwoFactor as setUp } from '../../commands/set-up-two-factor.ts';
import { defineRoute, reply } from '../../route.ts';

export const setUpTwoFactor = defineRoute({
  method: 'post',
  path: '/users/me/2fa/setup',
  summary: 'Make a secret for an authenticator app with the password; a code enables it',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  body: object({
    current_password: string().required('Field required').max(1024).meta({ description: 'Password' }),
  }),
  example: { body: { current_password: 'a long enough passphrase' } },
  responses: {
    200: object({
      secret: string().required().meta({ description: 'base32, for typing; never shown again' }),
      otpauth_url: string().required().meta({ description: 'What the QR code says' }),
      qr_svg: string().required().meta({ description: 'QR code as an SVG image' }),
    }),
  },
  errors: [404, 409],
  handle: async ({ body, user, request, deps }) =>
    reply(200, await setUp(body.current_password, { user, request }, deps)),
});
