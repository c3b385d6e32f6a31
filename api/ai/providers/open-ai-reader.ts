/** Reads a streamed answer in the format of OpenAI's chat completions. */
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { AnswerReader } from './adapter.ts';
import { readUsage } from './read-usage.ts';
import { collectToolCalls } from './tool-call-fragments.ts';

export function createOpenAiReader(): AnswerReader<ChatCompletionChunk> {
  const toolCalls = collectToolCalls();
  let usage: ChatCompletionChunk['usage'];
  let finish: string | null = null;
  let refused = false;
  return {
    read({ choices: [choice], usage: counted }) {
      usage = counted ?? usage;
      if (!choice) return '';
      const { delta, finish_reason: reason } = choice;
      finish = reason ?? finish;
      refused ||= Boolean(delta?.refusal) || reason === 'content_filter';
      for (const { index, id, function: fragment } of delta?.tool_calls ?? [])
        toolCalls.add(index, { id, name: fragment?.name, arguments: fragment?.arguments });
      // A refusal is what the model says to the user.
      return `${delta?.content ?? ''}${delta?.refusal ?? ''}`;
    },
    end() {
      if (finish === null) throw new Error('the answer ends without a finish_reason');
      const counted = readUsage(usage?.prompt_tokens, usage?.completion_tokens);
      return { type: 'end', toolCalls: toolCalls.end(), usage: counted, refused };
    },
  };
}
