/** Starts a stream again when it fails before its first piece in a way that may pass. */
import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from './is-transient.ts';
import type { ProviderLimits } from './provider-limits.ts';
import { retryDelay } from './retry-delay.ts';

export async function* withRetries<Piece>(
  open: () => AsyncIterable<Piece>,
  signal: AbortSignal,
  limits: ProviderLimits,
): AsyncGenerator<Piece, void> {
  for (let failures = 0; ; ) {
    let begun = false;
    try {
      for await (const piece of open()) {
        begun = true;
        yield piece;
      }
      return;
    } catch (error) {
      failures += 1;
      if (begun || failures > limits.retries || !isTransient(error) || signal.aborted) throw error;
      await delay(retryDelay(error, failures, limits), undefined, { signal });
    }
  }
}
