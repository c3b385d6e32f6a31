/**
 * One message to an agent, from what may refuse it to what is kept of it: 403, 400, 404, 422, 503, 429 in this
 * order, then the provider.
 */

import { MODULES } from '../../accounts/modules.ts';
import type { Deps } from '../../deps.ts';
import { requireModule } from '../../http/access.ts';
import { BadGateway, NotFound, ServiceUnavailable, Unprocessable } from '../../http/errors.ts';
import { checkPrompt } from '../guardrail/check-prompt.ts';
import { routeProvider } from '../providers/create-providers.ts';
import { ProviderFailure, type Turn } from '../providers/provider.ts';
import { toToolSpec } from '../tools/tool.ts';
import { solveAllowance } from '../why/ask.ts';
import { DEFAULT_AGENT, findAgent } from './agents.ts';
import { answerQuestion } from './answer-question.ts';
import { type Meter, promptTokens } from './ask-model.ts';
import type { ChatAnswer, ChatCall, ChatCaller, ChatWatch, Conversation, Question } from './chat.ts';
import { keepAnswer } from './keep-answer.ts';
import { TOOLS } from './toolbox.ts';

/** The part of a session that the model is told. */
const HISTORY_MESSAGES = 20;

export async function converse(
  deps: Deps,
  call: ChatCall,
  caller: ChatCaller,
  watch?: ChatWatch,
): Promise<ChatAnswer> {
  const conversation = await open(deps, call, caller);
  const level = caller.user.levels[conversation.agent.module.id];
  const question = toQuestion(deps, conversation, deps.budgets.maxOutput(level), watch);
  const tokens = firstRoundTokens(question);
  const reservation = await deps.budgets.reserve(caller.user.userId, level, tokens);
  const meter: Meter = { tokens: 0, reserved: tokens, extend: (more) => reservation.extend(more) };
  try {
    const answer = await answerQuestion(question, meter);
    return await keepAnswer(deps, conversation, answer, meter.tokens);
  } catch (error) {
    if (error instanceof ProviderFailure) throw failed(deps, error);
    throw error;
  } finally {
    await reservation.settle(meter.tokens);
  }
}

function firstRoundTokens(question: Question): number {
  const turns: Turn[] = [...question.history, { role: 'user', content: question.text }];
  return promptTokens(question, turns, question.specs) + question.maxTokens;
}

async function open(deps: Deps, call: ChatCall, caller: ChatCaller): Promise<Conversation> {
  const { userId } = caller.user;
  const agent = findAgent(call.agentId ?? DEFAULT_AGENT);
  if (agent) requireModule(caller.user, agent.module);
  const { message } = call;
  if (!agent) throw new NotFound('Agent not found');
  const session = call.sessionId ? await deps.chatSessions.find(userId, call.sessionId, deps.now()) : null;
  if (call.sessionId && !session) throw new NotFound('Session not found');
  if (call.scenarioId !== undefined && !(await deps.scenarios.find(userId, call.scenarioId))) {
    throw new NotFound('Scenario not found');
  }
  if (call.moduleId !== undefined && !MODULES.some(({ id }) => id === call.moduleId)) {
    throw new NotFound('Module not found');
  }
  await guardMessage(deps, message, caller, agent.id === 'code-generator' ? 'prompt' : 'message');
  const provider = routeProvider(deps.providers, agent.id);
  if (!provider) throw new ServiceUnavailable('No AI provider is configured', { code: 'AI_NOT_CONFIGURED' });
  const history = (session?.messages ?? []).slice(-HISTORY_MESSAGES).map(toTurn);
  return { call, caller, message, agent, provider, sessionId: session?.session_id, history };
}

const toTurn = ({ role, content }: { role: 'user' | 'assistant'; content: string }): Turn =>
  role === 'user' ? { role, content } : { role, content, toolCalls: [] };

function toQuestion(
  deps: Deps,
  { agent, provider, message, history, call, caller }: Conversation,
  maxTokens: number,
  watch: ChatWatch | undefined,
): Question {
  const tools = TOOLS.filter(({ name }) => agent.tools === 'all' || agent.tools.includes(name));
  return {
    agent,
    provider,
    text: message,
    history,
    tools,
    specs: tools.map(toToolSpec),
    context: {
      deps,
      user: caller.user,
      scenarioId: call.scenarioId,
      signal: caller.signal,
      takeSolve: solveAllowance(),
    },
    maxTokens,
    watch,
  };
}

function failed({ log }: Deps, error: ProviderFailure): BadGateway {
  log.warn({ err: error }, 'the AI provider failed');
  return new BadGateway('The AI provider did not answer', { code: 'AI_PROVIDER_FAILED', cause: error });
}

/** Refuses a message that the guardrail blocks, and leaves a trace of it, without its text. */

/** `field`: where the text stands in the body. */
async function guardMessage(
  { audit }: Pick<Deps, 'audit'>,
  message: string,
  { user, ip, userAgent }: ChatCaller,
  field: 'message' | 'prompt',
): Promise<void> {
  const { allowed, rules, warnings } = checkPrompt(message);
  if (allowed) return;
  const channel = field === 'prompt' ? 'code' : 'chat';
  await audit.record('guardrail_blocked', {
    userId: user.userId,
    details: { rules, channel },
    ip,
    userAgent,
  });
  const reasons = rules.map((rule, i) => `${rule} ${warnings[i] ?? ''}`.trim()).join('; ');
  throw new Unprocessable([
    { loc: ['body', field], msg: `Safety filter violation: ${reasons}`, type: 'safety_violation' },
  ]);
}
