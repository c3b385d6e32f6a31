/** Reads a streamed answer to its end. */

import type { ChatProvider, ChatRequest } from '../../../api/analyst/providers/provider.ts';
import {
  type EndEvent,
  PROVIDER_LIMITS,
  type ProviderLimits,
} from '../../../api/analyst/providers/to-provider.ts';

interface ReadAnswer {
  readonly pieces: string[];
  readonly end: EndEvent | undefined;
}

export const aRequest = (request: Partial<ChatRequest> = {}): ChatRequest => ({
  system: 'You explain results.',
  turns: [{ role: 'user', content: 'What is the price?' }],
  tools: [],
  maxTokens: 100,
  ...request,
});

export async function readAnswer(
  provider: ChatProvider,
  request: ChatRequest = aRequest(),
  signal: AbortSignal = new AbortController().signal,
): Promise<ReadAnswer> {
  const pieces: string[] = [];
  let end: EndEvent | undefined;
  for await (const event of provider.stream(request, signal)) {
    if (event.type === 'text') pieces.push(event.text);
    else end = event;
  }
  return { pieces, end };
}

/** Time limits of providers, shorter than usual. */
export const FAST_LIMITS: ProviderLimits = {
  ...PROVIDER_LIMITS,
  firstMs: 5000,
  stallMs: 400,
  totalMs: 8000,
  retryMs: 5,
  longestRetryMs: 20,
};
