/** POST /auth/logout */
import { endSession } from '../../commands/end-session.ts';
import { defineRoute, reply } from '../../route.ts';
import { messageSchema } from '../../schemas/message.ts';

export const logout = defineRoute({
  method: 'post',
  path: '/auth/logout',
  summary: 'Revoke the current access token and its session',
  tag: 'Authentication',
  auth: 'bearer',
  keys: 'refused',
  responses: { 200: messageSchema },
  handle: async ({ user, request, deps }) => {
    if (user.sessionId) await endSession(user.sessionId, deps);
    const { ip, userAgent } = request;
    await deps.audit.record('logout', {
      userId: user.userId,
      details: { session_id: user.sessionId },
      ip,
      userAgent,
    });
    return reply(200, { message: 'Logged out' });
  },
});
