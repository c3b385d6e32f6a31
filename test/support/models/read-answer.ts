/** A streamed answer as a whole. */

import type { ChatProvider, ChatRequest } from '../../../api/ai/provider.ts';
import type { EndEvent } from '../../../api/ai/providers/adapter.ts';

export interface ReadAnswer {
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
