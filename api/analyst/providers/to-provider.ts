/**
 * Turns an adapter into a provider: adds retries, time limits, and error messages that disclose nothing confidential.
 */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ChatEvent,
  type ChatProvider,
  type ChatRequest,
  ProviderFailure,
  type ProviderId,
} from './provider.ts';

export type EndEvent = Extract<ChatEvent, { type: 'end' }>;

/** Reads the pieces of one answer; a new reader is created for each answer. May throw any error on invalid data. */
export interface AnswerReader<Piece> {
  /** The text in a piece, often empty. */
  read(piece: Piece): string;
  /** Ends the answer. Throws when the provider has not marked it as complete. */
  end(): EndEvent;
}

export interface Adapter<Piece> {
  readonly id: ProviderId;
  readonly model: string;
  /** API key, which is removed from all error messages. */
  readonly apiKey: string;
  /** Makes one attempt; `signal` cancels it. */
  open(request: ChatRequest, signal: AbortSignal): Promise<AsyncIterable<Piece>>;
  createReader(): AnswerReader<Piece>;
}

/** Time limits and number of retries. */
export interface ProviderLimits {
  /** Longest time from the request of an attempt to the first piece of the answer, ms. */
  readonly firstMs: number;
  /** Longest time between two pieces, ms. */
  readonly stallMs: number;
  /** Longest total time of all attempts and waits, ms. */
  readonly totalMs: number;
  /** Number of attempts after the first one. An answer that has begun to arrive is not requested again. */
  readonly retries: number;
  /** Wait before the first retry, ms; doubled before each further retry. */
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

/** One request to a provider, cancelled when the next piece is late. */
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
      // The provider is not considered silent while the reader handles a piece.
      watchdog.rest();
      yield piece;
      watchdog.feed(limits.stallMs);
    }
    // The client libraries end the answer without an error after an abort, so the reason is thrown here.
    either.throwIfAborted();
  } catch (error) {
    either.throwIfAborted();
    throw error;
  } finally {
    watchdog.rest();
  }
}

/**
 * Timer that aborts its signal with a `Deadline` when the time given to the last call of `feed` has passed; `rest`
 * stops the timer.
 */
function createWatchdog() {
  const starving = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const rest = () => clearTimeout(timer);
  return {
    signal: starving.signal,
    rest,
    feed(limitMs: number): void {
      rest();
      timer = setTimeout(() => starving.abort(new Deadline(limitMs)), limitMs);
    },
  };
}

/** Thrown when the provider is silent for too long. */
class Deadline extends Error {
  constructor(limitMs: number) {
    super(`nothing for ${limitMs} ms`);
    this.name = 'Deadline';
  }
}

/** Restarts a stream that fails transiently before its first piece. */
async function* withRetries<Piece>(
  open: () => AsyncIterable<Piece>,
  signal: AbortSignal,
  limits: ProviderLimits,
): AsyncGenerator<Piece, void> {
  for (let failures = 0; ; ) {
    let hasPiece = false;
    try {
      for await (const piece of open()) {
        hasPiece = true;
        yield piece;
      }
      return;
    } catch (error) {
      failures += 1;
      if (hasPiece || failures > limits.retries || !isTransient(error) || signal.aborted) throw error;
      await delay(retryDelay(error, failures, limits), undefined, { signal });
    }
  }
}

/** Random share of a wait, so that clients do not all retry at the same time. */
const JITTER = 0.25;

/** Wait before a retry, ms. `failures` counts from 1. A wait requested by the provider is honoured up to a limit. */
function retryDelay(error: unknown, failures: number, limits: ProviderLimits): number {
  const requestedMs = askedMs(error);
  if (requestedMs !== undefined) return Math.min(requestedMs, limits.longestRetryMs);
  return limits.retryMs * 2 ** (failures - 1) * (1 - JITTER * Math.random());
}

/** Wait requested by `Retry-After`, ms. Only seconds are read: providers do not use the header's other form, a date. */
function askedMs(error: unknown): number | undefined {
  if (!(error instanceof Error && 'headers' in error && error.headers instanceof Headers)) return undefined;
  const seconds = Number(error.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

const TOO_MANY = 429;
const SERVER_ERROR = 500;
const TIMEOUT_OR_CONFLICT = [408, 409];

/**
 * True if a retry may succeed: no answer, an answer cut before it began, or a server error. Errors of both client
 * libraries have a `status`, undefined if no answer arrived.
 */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('status' in error)) return error instanceof Deadline || isConnectionLost(error);
  const { status } = error;
  if (typeof status !== 'number') return true;
  return status >= SERVER_ERROR || status === TOO_MANY || TIMEOUT_OR_CONFLICT.includes(status);
}

/** True for the errors by which `fetch` reports that a connection failed or broke off. */
const isConnectionLost = (error: Error): boolean =>
  error instanceof TypeError && (error.message === 'terminated' || error.message === 'fetch failed');

/** Longest cause in the log, characters; a cause may be a whole web page. */
const LONGEST_CAUSE = 500;

/** Converts an error to a message for the user; the provider's own message is kept in `cause`. */
function toFailure(error: unknown, apiKey: string): ProviderFailure {
  return new ProviderFailure(messageOf(error), { cause: withoutKey(error, apiKey) });
}

function messageOf(error: unknown): string {
  if (error instanceof Deadline) return 'the language model did not answer in time';
  if (error instanceof Error && 'status' in error && typeof error.status === 'number')
    return error.status === 429 ? 'the language model is overloaded' : 'the language model gave an error';
  return 'the answer of the language model is incomplete or unreadable';
}

/** Removes the key, which some servers repeat in their refusals. */
function withoutKey(error: unknown, apiKey: string): Error {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new Error(text.replaceAll(apiKey, '[key]').slice(0, LONGEST_CAUSE));
}
