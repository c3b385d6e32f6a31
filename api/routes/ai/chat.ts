/** POST /ai/chat */
import { converse } from '../../ai/chat/converse.ts';
import { defineRoute, reply } from '../../route.ts';
import { chatBody, toChatCall } from '../../schemas/chat-body.ts';
import { chatReply, providerHeader, toChatCaller, toChatReply } from '../../schemas/chat-reply.ts';

export const chat = defineRoute({
  method: 'post',
  path: '/ai/chat',
  summary: 'Asks an agent; every figure of its answer is traced to a result',
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  body: chatBody,
  example: { body: { message: 'Which unit is the most expensive?', context: { scenario_id: 'demo-24h' } } },
  responses: { 200: chatReply },
  headers: { 200: ['X-AI-Provider'] },
  errors: [400, 403, 404, 413, 415, 422, 502, 503],
  handle: async ({ body, user, request, deps }) => {
    const answer = await converse(deps, toChatCall(body), toChatCaller({ user, request }));
    return reply(200, toChatReply(answer), providerHeader(answer));
  },
});
