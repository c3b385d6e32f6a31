/** POST /ai/generate-code */
import { object } from 'yup';
import { converse } from '../../ai/chat/converse.ts';
import { defineRoute, reply } from '../../route.ts';
import { chatReply, providerHeader, toChatCaller, toChatReply } from '../../schemas/chat-reply.ts';
import { promptSchema } from '../../schemas/prompt.ts';

export const generateCode = defineRoute({
  method: 'post',
  path: '/ai/generate-code',
  summary: 'Writes a program that calls this service',
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  body: object({ prompt: promptSchema() }),
  example: { body: { prompt: 'Submit a solve and wait for its result' } },
  responses: { 200: chatReply },
  headers: { 200: ['X-AI-Provider'] },
  errors: [400, 403, 413, 415, 422, 502, 503],
  handle: async ({ body, user, request, deps }) => {
    const call = { message: body.prompt, agentId: 'code-generator' };
    const answer = await converse(deps, call, toChatCaller({ user, request }));
    return reply(200, toChatReply(answer), providerHeader(answer));
  },
});
