/** OpenAI, or any server that speaks its chat completions. */
import type OpenAI from 'openai';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import { type Adapter, DEFAULT_MODELS, type ProviderAccess } from './adapter.ts';
import { createOpenAiReader, toOpenAiRequest } from './open-ai-format.ts';
import type { ChatProvider } from './provider.ts';
import { type ProviderLimits, toProvider } from './to-provider.ts';

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

/** Loaded at the first question. What is null would be read from the environment. */
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
    // A redirection would take the question elsewhere.
    fetchOptions: { redirect: 'error' },
  });
}
