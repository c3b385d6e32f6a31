/** Creates the configured providers; without a key, no provider exists. */
import type { AnalystSettings } from '../settings.ts';
import { anthropic } from './anthropic.ts';
import { openAi } from './open-ai.ts';
import type { ChatProvider, ProviderAccess, ProviderId, Providers } from './provider.ts';
import type { ProviderLimits } from './to-provider.ts';

type Create = (access: ProviderAccess, limits?: ProviderLimits) => ChatProvider;
const CREATE: Readonly<Record<ProviderId, Create>> = { openai: openAi, anthropic };

export function createProviders(settings: AnalystSettings, limits?: ProviderLimits): Providers {
  const first = {
    apiKey: settings.AI_API_KEY ?? '',
    baseUrl: settings.AI_BASE_URL,
    model: settings.AI_MODEL,
  };
  const second = {
    apiKey: settings.AI_SECOND_ACKNOWLEDGED ? (settings.AI_SECOND_API_KEY ?? '') : '',
    baseUrl: settings.AI_SECOND_BASE_URL,
    model: settings.AI_SECOND_MODEL,
  };
  return {
    first: first.apiKey ? CREATE[settings.AI_PROVIDER](first, limits) : null,
    second: second.apiKey ? CREATE[settings.AI_SECOND_PROVIDER](second, limits) : null,
  };
}
