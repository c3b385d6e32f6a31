/** Sessions of the caller. */
import { array, object, string } from 'yup';
import { reply, routesFor } from '../../http/route.ts';
import type { AccountDeps } from '../deps.ts';
import { endOwnSession, ownSessions, sessionSchema } from '../own-sessions.ts';
import { laterPassword } from '../prove-identity.ts';

const defineRoute = routesFor<AccountDeps>();

const listSessions = defineRoute({
  method: 'get',
  path: '/users/me/sessions',
  summary: 'Sessions of the caller, the newest sign-in first',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  responses: { 200: object({ sessions: array(sessionSchema).required() }) },
  handle: async ({ user, deps }) => reply(200, { sessions: await ownSessions({ user }, deps) }),
});

const deleteSession = defineRoute({
  method: 'delete',
  path: '/users/me/sessions/{session_id}',
  summary: 'End a session of the caller: its tokens are refused from now on',
  tag: 'Users',
  auth: 'bearer',
  keys: 'refused',
  params: object({
    session_id: string().required().max(128).meta({ description: 'From the list of sessions' }),
  }),
  body: object({ current_password: laterPassword() }),
  example: { body: { current_password: 'a long enough passphrase' }, status: 204 },
  responses: { 204: null },
  handle: async ({ params, body, user, request, deps }) => {
    await endOwnSession(params.session_id, body.current_password, { user, request }, deps);
    return reply(204, undefined);
  },
});

export const sessionRoutes = [listSessions, deleteSession];
