/** GET /auth/csrf-token */
import { object, string } from 'yup';
import { csrfCookie } from '../../auth/csrf-cookie.ts';
import { sessionOf } from '../../auth/session-of.ts';
import { defineRoute, reply } from '../../route.ts';

export const csrfToken = defineRoute({
  method: 'get',
  path: '/auth/csrf-token',
  summary: 'A token for forms, also set as a cookie; for the session of the access token sent along, if any',
  tag: 'Authentication',
  auth: 'none',
  responses: { 200: object({ csrf_token: string().required() }) },
  headers: { 200: ['Set-Cookie', 'Cache-Control'] },
  handle: async ({ request, deps }) => {
    const sessionId = await sessionOf(request.header('authorization') ?? '', deps);
    const token = deps.csrf.issue(sessionId, deps.now());
    return reply(200, { csrf_token: token }, { 'Set-Cookie': csrfCookie(token, deps.settings) });
  },
});
