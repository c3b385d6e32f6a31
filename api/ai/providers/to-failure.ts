/** What went wrong with a provider, in words for the user; the provider's own stay in `cause`. */
import { ProviderFailure } from '../provider.ts';
import { Deadline } from './deadline.ts';

/** A web page instead of an answer would fill the log, characters. */
const LONGEST_CAUSE = 500;

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
