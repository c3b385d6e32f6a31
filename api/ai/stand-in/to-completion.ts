/** A reply that is not streamed. */
import type { CountedTokens } from './count-tokens.ts';
import type { Reply } from './reply.ts';
import { finishReason } from './to-chunks.ts';

export function toCompletion(model: string, reply: Reply, usage: CountedTokens): object {
  const { text, toolCalls, refused } = reply;
  const message = {
    role: 'assistant',
    content: refused ? null : text,
    refusal: refused ? text : null,
    ...(toolCalls.length > 0 && {
      tool_calls: toolCalls.map(({ id, name, arguments: args }) => ({
        id,
        type: 'function',
        function: { name, arguments: args },
      })),
    }),
  };
  const choices = [{ index: 0, message, finish_reason: finishReason(reply) }];
  return { id: 'stand-in', object: 'chat.completion', created: 0, model, choices, usage };
}
