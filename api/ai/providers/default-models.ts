/** What a provider is asked for when no model is set: its small general one. */
import type { ProviderId } from '../provider.ts';

export const DEFAULT_MODELS: Readonly<Record<ProviderId, string>> = {
  openai: 'gpt-5.4-mini',
  anthropic: 'claude-haiku-4-5',
};
