/** A reply as the pieces of a stream: small fragments of text and of arguments, the end, the tokens used. */
import { toChunk } from './chunk.ts';
import type { CountedTokens } from './count-tokens.ts';
import type { Reply } from './reply.ts';

/** Prime, so that figures are cut at every place. */
const FRAGMENT = 7;

const fragmentsOf = (text: string): string[] => text.match(new RegExp(`[^]{1,${FRAGMENT}}`, 'gu')) ?? [];

export function toChunks(model: string, reply: Reply, usage: CountedTokens): object[] {
  const piece = (delta: object) => toChunk({ model, delta });
  const calls = reply.toolCalls.flatMap(({ id, name, arguments: text }, index) => [
    piece({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
    ...fragmentsOf(text).map((part) => piece({ tool_calls: [{ index, function: { arguments: part } }] })),
  ]);
  const spoken = (part: string) => piece(reply.refused ? { refusal: part } : { content: part });
  return [
    piece({ role: 'assistant', content: '' }),
    ...fragmentsOf(reply.text).map(spoken),
    ...calls,
    toChunk({ model, finishReason: finishReason(reply) }),
    toChunk({ model, usage }),
  ];
}

export function finishReason({ toolCalls }: Reply): string {
  return toolCalls.length > 0 ? 'tool_calls' : 'stop';
}
