/** Failures of language models: which may pass, when to ask again, and what users are told of them. */
import { setTimeout as delay } from 'node:timers/promises';
import { ProviderFailure } from './provider.ts';
import type { ProviderLimits } from './to-provider.ts';

/** Starts a stream again when it fails before its first piece in a way that may pass. */
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

/** Share of the wait that is left to chance, so that clients do not come back all at once. */
const JITTER = 0.25;

/** How long to wait, ms. `failures` counts from 1. What the provider asks for is granted up to a limit. */
function retryDelay(error: unknown, failures: number, limits: ProviderLimits): number {
  const asked = askedMs(error);
  if (asked !== undefined) return Math.min(asked, limits.longestRetryMs);
  return limits.retryMs * 2 ** (failures - 1) * (1 - JITTER * Math.random());
}

/** Reads `Retry-After` in seconds; its other form, a date, is not used by providers. */
function askedMs(error: unknown): number | undefined {
  if (!(error instanceof Error && 'headers' in error && error.headers instanceof Headers)) return undefined;
  const seconds = Number(error.headers.get('retry-after') ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

const TOO_MANY = 429;
const SERVER_ERROR = 500;
const TIMEOUT_OR_CONFLICT = [408, 409];

/**
 * Whether asking again may help: no answer, an answer cut before it began, or a server in trouble. Errors of both
 * clients carry the `status` of the answer, undefined when there was none.
 */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (!('status' in error)) return error instanceof Deadline || isConnectionLost(error);
  const { status } = error;
  if (typeof status !== 'number') return true;
  return status >= SERVER_ERROR || status === TOO_MANY || TIMEOUT_OR_CONFLICT.includes(status);
}

/** What `fetch` throws while a body is read. */
const isConnectionLost = (error: Error): boolean =>
  error instanceof TypeError && (error.message === 'terminated' || error.message === 'fetch failed');

/** A web page instead of an answer would fill the log, characters. */
const LONGEST_CAUSE = 500;

/** What went wrong, in words for the user; the provider's own stay in `cause`. */
export function toFailure(error: unknown, apiKey: string): ProviderFailure {
  return new ProviderFailure(messageOf(error), { cause: withoutKey(error, apiKey) });
}

function messageOf(error: unknown): string {
  if (error instanceof Deadline) return 'the language model did not answer in time';
  if (error instanceof Error && 'status' in error && typeof error.status === 'number')
    return error.status === 429 ? 'the language model is overloaded' : 'the language model gave an error';
  return 'the answer of the language model is incomplete or unreadable';
}

/** Some servers repeat the key that they refuse. */
function withoutKey(error: unknown, apiKey: string): Error {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new Error(text.replaceAll(apiKey, '[key]').slice(0, LONGEST_CAUSE));
}

/** The provider was silent for longer than it may be. */
export class Deadline extends Error {
  constructor(limitMs: number) {
    super(`nothing for ${limitMs} ms`);
    this.name = 'Deadline';
  }
}
