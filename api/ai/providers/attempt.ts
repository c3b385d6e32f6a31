/** One request to a provider, cancelled when the next piece of its answer is late. */
import type { ChatRequest } from '../provider.ts';
import type { Adapter } from './adapter.ts';
import type { ProviderLimits } from './provider-limits.ts';
import { createWatchdog } from './watchdog.ts';

export async function* attempt<Piece>(
  adapter: Adapter<Piece>,
  request: ChatRequest,
  signal: AbortSignal,
  limits: ProviderLimits,
): AsyncGenerator<Piece, void> {
  const watchdog = createWatchdog();
  const either = AbortSignal.any([signal, watchdog.signal]);
  watchdog.feed(limits.firstMs);
  try {
    for await (const piece of await adapter.open(request, either)) {
      // The time that the reader takes is not the provider's.
      watchdog.rest();
      yield piece;
      watchdog.feed(limits.stallMs);
    }
    // The clients take an abort for the end of the answer.
    either.throwIfAborted();
  } catch (error) {
    either.throwIfAborted();
    throw error;
  } finally {
    watchdog.rest();
  }
}
