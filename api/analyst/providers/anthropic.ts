/** Anthropic, or any server that speaks its messages. */
import type { Anthropic } from '@anthropic-ai/sdk';
import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';
import type { Stream } from '@anthropic-ai/sdk/streaming';
import { type Adapter, DEFAULT_MODELS, type ProviderAccess } from './adapter.ts';
import { createAnthropicReader, toAnthropicRequest } from './anthropic-format.ts';
import type { ChatProvider } from './provider.ts';
import { type ProviderLimits, toProvider } from './to-provider.ts';

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
      // `messages.create` would warn of old models on the console.
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

/** Loaded at the first question. */
async function createClient(apiKey: string, baseURL: string): Promise<Anthropic> {
  const { Anthropic } = await import('@anthropic-ai/sdk');
  return new Anthropic({
    apiKey,
    baseURL,
    webhookKey: null,
    openTelemetry: false,
    maxRetries: 0,
    logLevel: 'off',
    // A redirection would take the question and the key elsewhere.
    fetchOptions: { redirect: 'error' },
  });
}
