/** POST /auth/refresh */
import { object, string } from 'yup';
import { refreshSession } from '../../commands/refresh-session.ts';
import { defineRoute, reply } from '../../route.ts';
import { tokenSetSchema } from '../../schemas/token-set.ts';

export const refresh = defineRoute({
  method: 'post',
  path: '/auth/refresh',
  summary: 'Exchange a refresh token for a new token set',
  tag: 'Authentication',
  auth: 'none',
  forms: true,
  body: object({ refresh_token: string().required().max(256) }),
  example: { body: { refresh_token: 'the refresh_token of the last token set' } },
  responses: { 200: tokenSetSchema },
  errors: [401, 429],
  handle: async ({ body, request, deps }) =>
    reply(200, await refreshSession(body.refresh_token, request, deps)),
});
