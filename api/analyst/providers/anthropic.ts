/** Adapter for Anthropic, or any server with its messages API. */
import type { Anthropic } from '@anthropic-ai/sdk';
import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  RawContentBlockDeltaEvent,
  RawContentBlockStartEvent,
  RawMessageStreamEvent,
} from '@anthropic-ai/sdk/resources/messages';
import type { Stream } from '@anthropic-ai/sdk/streaming';
import { collectToolCalls, readUsage, type ToolCallFragments } from './answer-pieces.ts';
import {
  type ChatProvider,
  type ChatRequest,
  DEFAULT_MODELS,
  type ProviderAccess,
  type ToolCall,
  type Turn,
} from './provider.ts';
import { type Adapter, type AnswerReader, type ProviderLimits, toProvider } from './to-provider.ts';

const OWN_URL = 'https://api.anthropic.com';

export function anthropic(access: ProviderAccess, limits?: ProviderLimits): ChatProvider {
  const { apiKey, baseUrl = OWN_URL, model = DEFAULT_MODELS.anthropic } = access;
  let client: Promise<Anthropic> | undefined;
  const adapter: Adapter<RawMessageStreamEvent> = {
    id: 'anthropic',
    model,
    apiKey,
    async open(request, signal) {
      client ??= createClient(apiKey, baseUrl);
      const body = toAnthropicRequest(request, model);
      // `messages.create` would print warnings about old models.
      return (await client).post<Stream<RawMessageStreamEvent>>('/v1/messages', {
        body,
        stream: true,
        signal,
      });
    },
    createReader: createAnthropicReader,
  };
  return toProvider(adapter, limits);
}

/** Loads the client library at the first question. */
async function createClient(apiKey: string, baseURL: string): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk');
  return new Anthropic({
    apiKey,
    baseURL,
    webhookKey: null,
    openTelemetry: false,
    maxRetries: 0,
    logLevel: 'off',
    // A redirect would send the question and the key to another server.
    fetchOptions: { redirect: 'error' },
  });
}

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

/** Converts turns to messages: roles must alternate and messages must not be empty, so several tool results form one user message. */
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

/** Parses tool arguments, which may not be JSON but must be sent back as an object. */
function readObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function createAnthropicReader(): AnswerReader<RawMessageStreamEvent> {
  const toolCalls = collectToolCalls();
  let promptTokens: number | undefined;
  let completionTokens: number | undefined;
  let refused = false;
  let complete = false;
  return {
    read(event) {
      if (event.type === 'message_start') promptTokens = countPrompt(event.message.usage);
      else if (event.type === 'content_block_start') return readStart(event, toolCalls);
      else if (event.type === 'content_block_delta') return readDelta(event, toolCalls);
      else if (event.type === 'message_delta') {
        completionTokens = event.usage?.output_tokens;
        refused ||= event.delta.stop_reason === 'refusal';
      } else if (event.type === 'message_stop') complete = true;
      return '';
    },
    end() {
      if (!complete) throw new Error('the answer ends without message_stop');
      const usage = readUsage(promptTokens, completionTokens);
      return { type: 'end', toolCalls: toolCalls.end(), usage, refused };
    },
  };
}

interface PromptUsage {
  readonly input_tokens?: number;
  readonly cache_creation_input_tokens?: number | null;
  readonly cache_read_input_tokens?: number | null;
}

/** Prompt tokens. The provider reports tokens read from its cache separately, so they are added. */
const countPrompt = (usage?: PromptUsage): number | undefined =>
  usage?.input_tokens === undefined
    ? undefined
    : usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);

function readStart({ index, content_block: block }: RawContentBlockStartEvent, toolCalls: ToolCallFragments) {
  if (block.type === 'tool_use') toolCalls.add(index, { id: block.id, name: block.name });
  return block.type === 'text' ? block.text : '';
}

function readDelta({ index, delta }: RawContentBlockDeltaEvent, toolCalls: ToolCallFragments) {
  if (delta.type === 'input_json_delta') toolCalls.add(index, { arguments: delta.partial_json });
  return delta.type === 'text_delta' ? delta.text : '';
}
