/** Stores an answer in its session and audits it, without its text; then it may be given. */
import type { Deps } from '../../deps.ts';
import type { Answer } from './answer-question.ts';
import type { ChatAnswer, Conversation } from './chat.ts';

export async function keepAnswer(
  deps: Deps,
  { call, caller, message, agent, provider, sessionId: known }: Conversation,
  { response, refused, moderated, citations, lookups }: Answer,
  tokensUsed: number,
): Promise<ChatAnswer> {
  const { user, ip, userAgent } = caller;
  const at = deps.now();
  const sessionId = known ?? (await deps.chatSessions.open(user.userId, agent.id, at)).session_id;
  await deps.chatSessions.append(
    user.userId,
    sessionId,
    [
      { role: 'user', content: message },
      { role: 'assistant', content: response },
    ],
    at,
  );
  const tools = lookups.map(({ run }) => run.name);
  const details = {
    session_id: sessionId,
    agent_id: agent.id,
    provider: provider.id,
    tokens_used: tokensUsed,
    tools,
  };
  await deps.audit.record(refused ? 'ai_refused' : 'ai_chat', {
    userId: user.userId,
    details,
    ip,
    userAgent,
  });
  return {
    sessionId,
    response,
    tokensUsed,
    moderated,
    refused,
    provider: provider.id,
    scenarioId: call.scenarioId ?? null,
    toolCalls: lookups.map(({ run }) => ({ name: run.name, arguments: run.arguments })),
    citations,
  };
}
