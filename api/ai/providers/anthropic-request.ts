/** A request in the format of Anthropic's messages. */
import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
} from '@anthropic-ai/sdk/resources/messages';
import type { ChatRequest, ToolCall, Turn } from '../provider.ts';

export function toAnthropicRequest(
  { system, turns, tools, maxTokens }: ChatRequest,
  model: string,
): MessageCreateParamsStreaming {
  return {
    model,
    stream: true,
    max_tokens: maxTokens,
    system,
    messages: toMessages(turns),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: { ...parameters, type: 'object' },
      })),
    }),
  };
}

/** Roles take turns and no message is empty: the results of several calls are one message of the user. */
function toMessages(turns: readonly Turn[]): MessageParam[] {
  const messages: { role: 'user' | 'assistant'; content: ContentBlockParam[] }[] = [];
  for (const turn of turns) {
    const role = turn.role === 'assistant' ? 'assistant' : 'user';
    const content = toBlocks(turn);
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...content);
    else if (content.length > 0) messages.push({ role, content });
  }
  return messages;
}

function toBlocks(turn: Turn): ContentBlockParam[] {
  if (turn.role === 'tool') return [{ type: 'tool_result', tool_use_id: turn.callId, content: turn.content }];
  const text: ContentBlockParam[] = turn.content ? [{ type: 'text', text: turn.content }] : [];
  return turn.role === 'user' ? text : [...text, ...turn.toolCalls.map(toToolUse)];
}

const toToolUse = ({ id, name, arguments: text }: ToolCall): ContentBlockParam => ({
  type: 'tool_use',
  id,
  name,
  input: readObject(text),
});

/** What the model wrote need not be JSON, but must be an object to be sent back. */
function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}
