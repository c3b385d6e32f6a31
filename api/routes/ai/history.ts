/** GET /ai/chat/history */
import { array, object, string } from 'yup';
import { defineRoute, reply } from '../../route.ts';

export const history = defineRoute({
  method: 'get',
  path: '/ai/chat/history',
  summary: 'The last 20 messages of the session that was used last, oldest first',
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  responses: {
    200: object({
      messages: array(
        object({
          role: string()
            .oneOf(['user', 'assistant'] as const)
            .required(),
          content: string().required(),
        }),
      ).required(),
    }),
  },
  handle: async ({ user, deps }) =>
    reply(200, { messages: [...(await deps.chatSessions.history(user.userId, deps.now()))] }),
});
