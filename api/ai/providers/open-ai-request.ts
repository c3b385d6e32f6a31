/** A request in the format of OpenAI's chat completions. */
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { ChatRequest, Turn } from '../provider.ts';

/** `isOpenAi`: its newer models refuse `max_tokens`, which other servers know instead. */
export function toOpenAiRequest(
  { system, turns, tools, maxTokens }: ChatRequest,
  model: string,
  isOpenAi: boolean,
): ChatCompletionCreateParamsStreaming {
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    ...(isOpenAi ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    messages: [{ role: 'system', content: system }, ...turns.map(toMessage)],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters: { ...parameters } },
      })),
    }),
  };
}

function toMessage(turn: Turn): ChatCompletionMessageParam {
  if (turn.role === 'user') return { role: 'user', content: turn.content };
  if (turn.role === 'tool') return { role: 'tool', tool_call_id: turn.callId, content: turn.content };
  const { content, toolCalls } = turn;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  return {
    role: 'assistant',
    content: content || null,
    tool_calls: toolCalls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    })),
  };
}
