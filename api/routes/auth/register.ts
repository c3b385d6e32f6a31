/** POST /auth/register */
import { object, string } from 'yup';
import { registerUser } from '../../commands/register-user.ts';
import { defineRoute, reply } from '../../route.ts';

const USERNAME = /^[A-Za-z0-9._@-]{3,64}$/;

export const register = defineRoute({
  method: 'post',
  path: '/auth/register',
  summary: 'Create an account',
  tag: 'Authentication',
  auth: 'registrar',
  keys: 'refused',
  forms: true,
  body: object({
    username: string()
      .required()
      .matches(USERNAME, {
        message: 'Username should be 3 to 64 letters, digits, dots, underscores, @ or hyphens',
      })
      .meta({ description: 'Unique without regard to case' }),
    password: string()
      .required()
      .max(1024)
      .meta({ description: '8 to 128 characters; short ones must be mixed' }),
  }),
  example: { body: { username: 'ada', password: 'a long enough passphrase' }, status: 201 },
  responses: { 201: object({ user_id: string().uuid().required(), username: string().required() }) },
  errors: [401, 403, 409, 429],
  handle: async ({ body, user, request, deps }) => reply(201, await registerUser(body, user, request, deps)),
});
