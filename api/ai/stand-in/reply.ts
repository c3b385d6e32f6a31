/** What the stand-in answers: tool calls or text, as its mode has it. */
import type { ToolCall } from '../provider.ts';
import { chooseCalls } from './choose-calls.ts';
import { CODE, wantsCode } from './code-answer.ts';
import { lie } from './lie.ts';
import type { Mode } from './modes.ts';
import { obey } from './obey.ts';
import type { ModelConversation } from './read-conversation.ts';
import { readQuestion } from './read-question.ts';
import { seededDraw } from './seeded-draw.ts';
import { tell } from './tell.ts';

export interface Reply {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly refused: boolean;
}

export function replyTo(conversation: ModelConversation, mode: Mode): Reply {
  if (mode === 'refusing') return { text: 'I would rather not answer that.', toolCalls: [], refused: true };
  const toolCalls = nextCalls(conversation, mode);
  return { text: toolCalls.length > 0 ? '' : say(conversation, mode), toolCalls, refused: false };
}

function nextCalls(conversation: ModelConversation, mode: Mode): ToolCall[] {
  const { question, results, tools } = conversation;
  const calls = mode === 'foreign' ? foreignCalls(conversation) : chooseCalls(conversation);
  if (mode === 'looping') return calls.map((call) => ({ ...call, id: `${call.id}_${results.length}` }));
  if (wantsCode(question)) return [];
  return calls.filter(({ name }) => tools.has(name) && !results.some(({ tool }) => tool === name));
}

/** The usual calls, but for each job that the question names. */
function foreignCalls(conversation: ModelConversation): ToolCall[] {
  const calls = chooseCalls(conversation);
  const { ids } = readQuestion(conversation.question);
  return calls.flatMap((call) =>
    ids.map((id, at) => ({
      ...call,
      id: `${call.id}_${at}`,
      arguments: JSON.stringify({ ...JSON.parse(call.arguments), job_id: id }),
    })),
  );
}

function say(conversation: ModelConversation, mode: Mode): string {
  const { question, isSentBack } = conversation;
  if (wantsCode(question)) return CODE;
  const honest = tell(conversation, seededDraw(`words ${question}`)() < 0.5);
  if (mode === 'lying' || (mode === 'repairing' && !isSentBack)) return lie(honest, question);
  return mode === 'injecting' ? `${obey(conversation)}\n${honest}`.trim() : honest;
}
