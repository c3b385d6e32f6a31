/** POST /ai/chat */
import { object, string } from 'yup';
import { converse } from '../../ai/chat/converse.ts';
import { NotFound } from '../../errors.ts';
import { MODULES } from '../../modules/catalog.ts';
import { defineRoute, reply } from '../../route.ts';
import { chatReply, providerHeader, toChatCaller, toChatReply } from '../../schemas/chat-reply.ts';

const name = () => string().max(128).optional();

export const chat = defineRoute({
  method: 'post',
  path: '/ai/chat',
  summary: 'Asks an agent; every figure of its answer is traced to a result',
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  body: object({
    message: string().nullable().optional().meta({ description: 'Required, at most 4,000 characters' }),
    context: object({ scenario_id: name(), module_id: name() }).optional().default(undefined),
    session_id: name().meta({ description: 'Omit to start a new session' }),
    agent_id: name().meta({ description: 'Default `analyst`' }),
  }),
  responses: { 200: chatReply },
  errors: [400, 403, 404, 413, 415, 422, 502, 503],
  handle: async ({ body, user, request, deps }) => {
    const { message, context, session_id: sessionId, agent_id: agentId } = body;
    const { scenario_id: scenarioId, module_id: moduleId } = context ?? {};
    const call = { message: message ?? '', sessionId, agentId, scenarioId };
    if (moduleId !== undefined && !MODULES.some(({ id }) => id === moduleId))
      throw new NotFound('Module not found');
    const answer = await converse(deps, call, toChatCaller({ user, request }));
    return reply(200, toChatReply(answer), providerHeader(answer));
  },
});
