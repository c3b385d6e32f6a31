/** Routes of the chat, of its history, and of the judgement of prompts for other modules. */
import { array, boolean, type InferType, mixed, number, object, string } from 'yup';
import type { Audit } from '../../mongo/audit.ts';
import { includesLevel } from '../http/principal.ts';
import type { Caller } from '../http/request.ts';
import { reply } from '../http/route.ts';
import { AGENTS, routeProvider } from './chat/agents.ts';
import {
  chatBody,
  chatReply,
  promptSchema,
  providerHeader,
  toChatCall,
  toChatCaller,
  toChatReply,
} from './chat/bodies.ts';
import { citationSchema } from './chat/citation.ts';
import { converse } from './chat/converse.ts';
import { ANALYST, defineRoute } from './deps.ts';
import { explainRoutes } from './explain-routes.ts';
import { checkPrompt } from './guardrail/check-prompt.ts';
import { toolRoutes } from './tool-routes.ts';

const chat = defineRoute({
  method: 'post',
  path: '/ai/chat',
  light: true,
  summary: 'Ask an agent; every figure of its answer is traced to a result',
  ...ANALYST,
  body: chatBody,
  example: { body: { message: 'Which unit is the most expensive?', context: { scenario_id: 'demo-24h' } } },
  responses: { 200: chatReply },
  headers: { 200: ['X-AI-Provider'] },
  errors: [404, 502],
  handle: async ({ body, user, request, deps }) => {
    const answer = await converse(deps, toChatCall(body), toChatCaller({ user, request }));
    return reply(200, toChatReply(answer), providerHeader(answer));
  },
});

const generateCode = defineRoute({
  method: 'post',
  path: '/ai/generate-code',
  light: true,
  summary: 'Write a program that calls this service',
  ...ANALYST,
  body: object({ prompt: promptSchema() }),
  example: { body: { prompt: 'Submit a solve and wait for its result' } },
  responses: { 200: chatReply },
  headers: { 200: ['X-AI-Provider'] },
  errors: [502],
  handle: async ({ body, user, request, deps }) => {
    const call = { message: body.prompt, agentId: 'code-generator' };
    const answer = await converse(deps, call, toChatCaller({ user, request }));
    return reply(200, toChatReply(answer), providerHeader(answer));
  },
});

const history = defineRoute({
  method: 'get',
  path: '/ai/chat/history',
  light: true,
  summary: 'The last 20 messages of the most recent session, oldest first',
  ...ANALYST,
  responses: {
    200: object({
      session_id: string().uuid().nullable().defined().meta({
        description: 'Id to continue the session; null when the last message is older than a day',
      }),
      agent_id: string().nullable().defined(),
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
  handle: async ({ user, deps }) => {
    const session = await deps.chatSessions.history(user.userId, deps.now());
    const { session_id = null, agent_id = null, messages = [] } = session ?? {};
    return reply(200, { session_id, agent_id, messages: [...messages] });
  },
});

const listAgents = defineRoute({
  method: 'get',
  path: '/ai/agents',
  light: true,
  summary: 'Agents, and whether a model is configured for each',
  ...ANALYST,
  responses: {
    200: object({
      agents: array(
        object({
          id: string().required().meta({ description: '`agent_id` of a message' }),
          name: string().required(),
          description: string().required().meta({ description: 'Purpose of the agent' }),
          has_access: boolean().required().meta({ description: 'True if the caller may ask the agent' }),
          configured: boolean()
            .required()
            .meta({ description: 'True if a model is configured; a message is otherwise answered 503' }),
        }),
      ).required(),
    }),
  },
  handle: async ({ user: { levels }, deps: { providers } }) =>
    reply(200, {
      agents: AGENTS.map((agent) => ({
        id: agent.id,
        name: agent.name,
        description: agent.description,
        has_access: includesLevel(levels[agent.module.id], agent.module.level),
        configured: routeProvider(providers, agent) !== null,
      })),
    }),
});

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

const analystChat = defineRoute({
  method: 'post',
  path: '/modules/analyst/chat',
  light: true,
  summary: 'Ask the analyst about a scenario',
  ...ANALYST,
  body: object({
    scenario_id: string().required().max(128),
    message: promptSchema(),
    session_id: string().max(128).optional(),
  }),
  example: { body: { scenario_id: 'demo-24h', message: 'Which unit is the most expensive?' } },
  responses: { 200: analystReply },
  headers: { 200: ['X-AI-Provider'] },
  errors: [404, 502],
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

/** Size limit of the body, far above the longest prompt, so that a long prompt is judged rather than refused. */
const MAX_CHARACTERS = 100_000;

const promptBody = object({
  prompt: string().required().max(MAX_CHARACTERS).meta({ description: 'Text meant for a model' }),
  channel: string()
    .max(64)
    .optional()
    .meta({ description: 'Origin of the prompt: model_builder, model_tuner, chat, code or another name' }),
});
type PromptBody = InferType<typeof promptBody>;

const promptVerdict = object({
  allowed: boolean().required().meta({ description: 'false: must not be submitted' }),
  warnings: array(string().required()).required().meta({ description: 'Findings, in words' }),
  rules: array(string().required()).required().meta({ description: 'Ids of the rules that matched' }),
});

const validatePromptOf = (id: 'model-builder' | 'model-tuner', tag: 'Model builder' | 'Model tuner') =>
  defineRoute({
    method: 'post',
    path: `/${id}/ai/validate`,
    summary: 'Judge whether a prompt may be submitted, and list the rules that it matches',
    tag,
    auth: 'bearer',
    module: { id, level: 'basic' },
    body: promptBody,
    example: {
      body: { prompt: 'Build a model of 24 hours with a reserve of 5 %', channel: id.replace('-', '_') },
    },
    responses: { 200: promptVerdict },
    handle: async ({ body, user, request, deps }) =>
      reply(200, await validatePrompt(deps.audit, body, { user, request })),
  });

/** Judges a prompt; audits a blocked one without its text. */
async function validatePrompt(audit: Audit, body: PromptBody, { user, request }: Caller) {
  const { allowed, warnings, rules } = checkPrompt(body.prompt);
  if (!allowed) {
    const { ip, userAgent } = request;
    const details = { rules, channel: body.channel ?? null };
    await audit.record('guardrail_blocked', { userId: user.userId, details, ip, userAgent });
  }
  return { allowed, warnings: [...warnings], rules: [...rules] };
}

export const analystRoutes = [
  chat,
  generateCode,
  history,
  listAgents,
  analystChat,
  ...explainRoutes,
  ...toolRoutes,
  validatePromptOf('model-builder', 'Model builder'),
  validatePromptOf('model-tuner', 'Model tuner'),
];
