/** Adapter for OpenAI, or any server with its chat completions API. */
import type OpenAI from 'openai';
import type {
  ChatCompletionChunk,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { collectToolCalls, readUsage } from './answer-pieces.ts';
import {
  type ChatProvider,
  type ChatRequest,
  DEFAULT_MODELS,
  type ProviderAccess,
  type Turn,
} from './provider.ts';
import { type Adapter, type AnswerReader, type ProviderLimits, toProvider } from './to-provider.ts';

const OWN_URL = 'https://api.openai.com/v1';

export function openAi(access: ProviderAccess, limits?: ProviderLimits): ChatProvider {
  const { apiKey, baseUrl = OWN_URL, model = DEFAULT_MODELS.openai } = access;
  let client: Promise<OpenAI> | undefined;
  const adapter: Adapter<ChatCompletionChunk> = {
    id: 'openai',
    model,
    apiKey,
    async open(request, signal) {
      client ??= createClient(apiKey, baseUrl);
      const body = toOpenAiRequest(request, model, baseUrl === OWN_URL);
      return (await client).chat.completions.create(body, { signal });
    },
    createReader: createOpenAiReader,
  };
  return toProvider(adapter, limits);
}

/** Loads the client library at the first question. Explicit nulls prevent the library from reading the environment. */
async function createClient(apiKey: string, baseURL: string): Promise<OpenAI> {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    apiKey,
    baseURL,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
    // A redirect would send the question to another server.
    fetchOptions: { redirect: 'error' },
  });
}

/** Converts a request. `isOpenAi`: OpenAI's newer models refuse `max_tokens`, which other servers require. */
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

function createOpenAiReader(): AnswerReader<ChatCompletionChunk> {
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
      // The text of a refusal is shown to the user like an answer.
      return `${delta?.content ?? ''}${delta?.refusal ?? ''}`;
    },
    end() {
      if (finish === null) throw new Error('the answer ends without a finish_reason');
      const counted = readUsage(usage?.prompt_tokens, usage?.completion_tokens);
      return { type: 'end', toolCalls: toolCalls.end(), usage: counted, refused };
    },
  };
}
