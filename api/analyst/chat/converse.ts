/**
 * One message to an agent: checks that may refuse the message (403, 400, 404, 422, 503, 429, in this order), the
 * provider's answer, and storage of the answer.
 */
import type { Logger } from 'pino';
import type { Audit } from '../../../mongo/audit.ts';
import type { ChatSession } from '../../../mongo/chat-sessions.ts';
import { MODULES } from '../../accounts/modules.ts';
import { requireModule } from '../../http/access.ts';
import { BadGateway, NotFound, ServiceUnavailable, Unprocessable } from '../../http/errors.ts';
import { checkPrompt } from '../guardrail/check-prompt.ts';
import { ProviderFailure, type Turn } from '../providers/provider.ts';
import { MOST_SOLVES } from '../why/ask.ts';
import { type Agent, DEFAULT_AGENT, findAgent, routeProvider } from './agents.ts';
import { type Answer, answerQuestion } from './answer-question.ts';
import { type Meter, promptTokens } from './ask-model.ts';
import type { ChatAnswer, ChatCall, ChatCaller, ChatDeps, ChatWatch, Question } from './chat.ts';
import { toCitation } from './citation.ts';
import { TOOLS, toToolSpec } from './toolbox.ts';

/** Number of earlier messages that the model receives. */
const HISTORY_MESSAGES = 20;

export async function converse(
  deps: ChatDeps,
  call: ChatCall,
  caller: ChatCaller,
  watch?: ChatWatch,
): Promise<ChatAnswer> {
  const agent = allowedAgent(call, caller);
  const session = await namedThings(deps, call, caller);
  await guardMessage(deps.audit, call.message, caller, agent);
  const question = toQuestion(deps, agent, session, call, caller, watch);
  const { userId, levels } = caller.user;
  const tokens = firstRoundTokens(question);
  const reservation = await deps.budgets.reserve(userId, levels[agent.module.id], tokens);
  const meter: Meter = { tokens: 0, reserved: tokens, extend: (more) => reservation.extend(more) };
  try {
    const answer = await answerQuestion(question, meter);
    const tokensUsed = meter.tokens;
    const { response, moderated, refused, citations, lookups } = answer;
    return {
      sessionId: await keepAnswer(deps, question, caller, answer, {
        knownId: session?.session_id,
        tokensUsed,
      }),
      response,
      tokensUsed,
      moderated,
      refused,
      provider: question.provider.id,
      scenarioId: call.scenarioId ?? null,
      toolCalls: lookups.map(({ run }) => ({ name: run.name, arguments: run.arguments })),
      citations: citations.map(toCitation),
    };
  } catch (error) {
    if (error instanceof ProviderFailure) throw failed(deps.log, error);
    throw error;
  } finally {
    await reservation.settle(meter.tokens);
  }
}

function allowedAgent({ agentId = DEFAULT_AGENT }: ChatCall, { user }: ChatCaller): Agent {
  const agent = findAgent(agentId);
  if (!agent) throw new NotFound('Agent not found');
  requireModule(user, agent.module);
  return agent;
}

/**
 * The session that the call names. Throws `NotFound` for an unknown session, and for an unknown scenario, job or module
 * of the call.
 */
async function namedThings(
  deps: ChatDeps,
  { sessionId, scenarioId, jobId, moduleId }: ChatCall,
  { user: { userId } }: ChatCaller,
): Promise<ChatSession | null> {
  const session = sessionId ? await deps.chatSessions.find(userId, sessionId, deps.now()) : null;
  if (sessionId && !session) throw new NotFound('Session not found');
  if (scenarioId !== undefined && !(await deps.scenarios.find(userId, scenarioId))) {
    throw new NotFound('Scenario not found');
  }
  if (jobId !== undefined && (await deps.findJob(jobId))?.user_id !== userId) {
    throw new NotFound('Job not found');
  }
  if (moduleId !== undefined && !MODULES.some(({ id }) => id === moduleId)) {
    throw new NotFound('Module not found');
  }
  return session;
}

/** Refuses a message that the guardrail blocks, with an audit entry that omits its text. */
async function guardMessage(
  audit: Audit,
  message: string,
  { user: { userId }, ip, userAgent }: ChatCaller,
  { writesCode }: Agent,
): Promise<void> {
  const { allowed, rules, warnings } = checkPrompt(message);
  if (allowed) return;
  const details = { rules, channel: writesCode ? 'code' : 'chat' };
  await audit.record('guardrail_blocked', { userId, details, ip, userAgent });
  const reasons = rules.map((rule, i) => `${rule} ${warnings[i] ?? ''}`.trim()).join('; ');
  const loc = ['body', writesCode ? 'prompt' : 'message'];
  throw new Unprocessable([{ loc, msg: `Safety filter violation: ${reasons}`, type: 'safety_violation' }]);
}

function toQuestion(
  deps: ChatDeps,
  agent: Agent,
  session: ChatSession | null,
  { message, scenarioId, jobId }: ChatCall,
  { user, signal }: ChatCaller,
  watch: ChatWatch | undefined,
): Question {
  const provider = routeProvider(deps.providers, agent);
  if (!provider) throw new ServiceUnavailable('No AI provider is configured', { code: 'AI_NOT_CONFIGURED' });
  const tools = TOOLS.filter(({ name }) => agent.tools === 'all' || agent.tools.includes(name));
  return {
    agent,
    provider,
    text: message,
    history: (session?.messages ?? []).slice(-HISTORY_MESSAGES).map(toTurn),
    tools,
    specs: tools.map(toToolSpec),
    context: { deps, user, scenarioId, jobId, signal, solves: { left: MOST_SOLVES } },
    maxTokens: deps.budgets.maxOutput(user.levels[agent.module.id]),
    watch,
  };
}

const toTurn = ({ role, content }: { role: 'user' | 'assistant'; content: string }): Turn =>
  role === 'user' ? { role, content } : { role, content, toolCalls: [] };

function firstRoundTokens(question: Question): number {
  const turns: Turn[] = [...question.history, { role: 'user', content: question.text }];
  return promptTokens(question, turns, question.specs) + question.maxTokens;
}

/**
 * Stores the answer in its session, creating the session if necessary, and audits the answer without its text. Both
 * happen before the answer is returned.
 */
async function keepAnswer(
  deps: ChatDeps,
  { agent, provider, text }: Question,
  { user: { userId }, ip, userAgent }: ChatCaller,
  { response, refused, lookups }: Answer,
  { knownId, tokensUsed }: { readonly knownId: string | undefined; readonly tokensUsed: number },
): Promise<string> {
  const at = deps.now();
  const sessionId = knownId ?? (await deps.chatSessions.open(userId, agent.id, at)).session_id;
  const exchange = [
    { role: 'user', content: text },
    { role: 'assistant', content: response },
  ] as const;
  await deps.chatSessions.append(userId, sessionId, exchange, at);
  const details = {
    session_id: sessionId,
    agent_id: agent.id,
    provider: provider.id,
    tokens_used: tokensUsed,
    tools: lookups.map(({ run }) => run.name),
  };
  await deps.audit.record(refused ? 'ai_refused' : 'ai_chat', { userId, details, ip, userAgent });
  return sessionId;
}

function failed(log: Logger, error: ProviderFailure): BadGateway {
  log.warn({ err: error }, 'the AI provider failed');
  return new BadGateway('The AI provider did not answer', { code: 'AI_PROVIDER_FAILED', cause: error });
}
