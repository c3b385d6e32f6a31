/** A provider from its adapter: retries, time limits, and failures that tell users nothing they must not know. */
import type { Adapter } from './adapter.ts';
import { Deadline, toFailure, withRetries } from './failures.ts';
import type { ChatEvent, ChatProvider, ChatRequest } from './provider.ts';

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

/** One request to a provider, cancelled when the next piece of its answer is late. */
async function* attempt<Piece>(
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

/** Aborts its signal when it is not fed in time. */
interface Watchdog {
  /** Aborted with a `Deadline`. */
  readonly signal: AbortSignal;
  /** The next food is due in `limitMs`. */
  feed(limitMs: number): void;
  /** Nothing is due until it is fed again. */
  rest(): void;
}

function createWatchdog(): Watchdog {
  const starving = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const rest = () => clearTimeout(timer);
  return {
    signal: starving.signal,
    rest,
    feed(limitMs) {
      rest();
      timer = setTimeout(() => starving.abort(new Deadline(limitMs)), limitMs);
    },
  };
}

/** How long a language model may take, and how often it is asked again. */
export interface ProviderLimits {
  /** From the request to the first piece of the answer, of each attempt, ms. */
  readonly firstMs: number;
  /** Between two pieces, ms. */
  readonly stallMs: number;
  /** All attempts and waits together, ms. */
  readonly totalMs: number;
  /** Attempts after the first one, none of them once a piece has arrived. */
  readonly retries: number;
  /** Wait before the first retry, twice as long before each further one, ms. */
  readonly retryMs: number;
  /** Longest wait that a provider may ask for, ms. */
  readonly longestRetryMs: number;
}

export const PROVIDER_LIMITS: ProviderLimits = {
  firstMs: 20_000,
  stallMs: 15_000,
  totalMs: 120_000,
  retries: 2,
  retryMs: 500,
  longestRetryMs: 5000,
};
