/** A provider from its adapter: retries, time limits, and failures that tell users nothing they must not know. */
import type { ChatEvent, ChatProvider, ChatRequest } from '../provider.ts';
import type { Adapter } from './adapter.ts';
import { attempt } from './attempt.ts';
import { PROVIDER_LIMITS, type ProviderLimits } from './provider-limits.ts';
import { toFailure } from './to-failure.ts';
import { createWatchdog } from './watchdog.ts';
import { withRetries } from './with-retries.ts';

export function toProvider<Piece>(
  adapter: Adapter<Piece>,
  limits: ProviderLimits = PROVIDER_LIMITS,
): ChatProvider {
  const { id, model } = adapter;
  return { id, model, stream: (request, signal) => stream(adapter, request, signal, limits) };
}

async function* stream<Piece>(
  adapter: Adapter<Piece>,
  request: ChatRequest,
  signal: AbortSignal,
  limits: ProviderLimits,
): AsyncGenerator<ChatEvent, void> {
  const total = createWatchdog();
  const either = AbortSignal.any([signal, total.signal]);
  const reader = adapter.createReader();
  const pieces = withRetries(() => attempt(adapter, request, either, limits), either, limits);
  total.feed(limits.totalMs);
  try {
    for await (const piece of pieces) {
      const text = reader.read(piece);
      if (text !== '') yield { type: 'text', text };
    }
    yield reader.end();
  } catch (error) {
    signal.throwIfAborted();
    throw toFailure(either.aborted ? either.reason : error, adapter.apiKey);
  } finally {
    total.rest();
  }
}
