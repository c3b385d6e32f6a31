/** POST /modules/analyst/chat */
import { array, mixed, number, object, string } from 'yup';
import { converse } from '../../ai/chat/converse.ts';
import { defineRoute, reply } from '../../route.ts';
import { citationSchema, providerHeader, toChatCaller } from '../../schemas/chat-reply.ts';
import { promptSchema } from '../../schemas/prompt.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const analystReply = object({
  response: string().required(),
  session_id: string().uuid().required(),
  scenario_id: string().required(),
  tokens_used: number().integer().min(0).required(),
  tool_calls: array(
    object({ name: string().required(), arguments: mixed<object>(isObject).required() }),
  ).required(),
  citations: array(citationSchema).required(),
});

export const analystChat = defineRoute({
  method: 'post',
  path: '/modules/analyst/chat',
  summary: 'Asks the analyst about a scenario',
  tag: 'AI analyst',
  auth: 'bearer',
  module: { id: 'analyst', level: 'basic' },
  body: object({
    scenario_id: string().required().max(128),
    message: promptSchema(),
    session_id: string().max(128).optional(),
  }),
  example: { body: { scenario_id: 'demo-24h', message: 'Which unit is the most expensive?' } },
  responses: { 200: analystReply },
  headers: { 200: ['X-AI-Provider'] },
  errors: [400, 403, 404, 413, 415, 422, 502, 503],
  handle: async ({ body, user, request, deps }) => {
    const { scenario_id, message, session_id: sessionId } = body;
    const call = { message, sessionId, scenarioId: scenario_id };
    const answer = await converse(deps, call, toChatCaller({ user, request }));
    const { response, sessionId: session_id, tokensUsed: tokens_used, toolCalls, citations } = answer;
    const tool_calls = toolCalls.map((each) => ({ ...each }));
    return reply(
      200,
      { response, session_id, scenario_id, tokens_used, tool_calls, citations: [...citations] },
      providerHeader(answer),
    );
  },
});
