/** What the AI analyst needs, from the settings of the process. */
import type { AiSettings } from '../ai/ai-settings.ts';
import { createProviders, type Providers } from '../ai/providers/create-providers.ts';

export interface AiDeps {
  readonly providers: Providers;
}

export const createAiDeps = (settings: AiSettings): AiDeps => ({ providers: createProviders(settings) });
