/** POST /auth/login */
import { object, string } from 'yup';
import { logIn } from '../../commands/log-in.ts';
import { defineRoute, reply } from '../../route.ts';
import { loginReplySchema } from '../../schemas/login-reply.ts';

/** The reference answers a missing credential with 400, not 422. */
const credential = (description: string) =>
  string().required('Field required').max(1024).meta({ description, status: 400 });

export const login = defineRoute({
  method: 'post',
  path: '/auth/login',
  summary: 'Sign in with username and password',
  tag: 'Authentication',
  auth: 'none',
  forms: true,
  body: object({ username: credential('Not case-sensitive'), password: credential('Password') }),
  example: { body: { username: 'ada', password: 'a long enough passphrase' } },
  responses: { 200: loginReplySchema },
  errors: [400, 401, 404, 429],
  handle: async ({ body, request, deps }) => reply(200, await logIn(body, request, deps)),
});
