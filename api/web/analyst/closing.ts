/** What is done when a socket closes while a question waits for its answer (pure). */
import type { Failure } from './conversation.ts';

export type AfterClose =
  | { readonly next: 'renew' }
  | { readonly next: 'again'; readonly inMs: number }
  | { readonly next: 'fail'; readonly failure: Failure };

interface Closed {
  readonly code: number;
  /** Connections that were tried for this question before. */
  readonly tries: number;
  /** A part of the answer is here: another one would be written from its beginning. */
  readonly hasAnswer: boolean;
}

const UNAUTHENTICATED = 4401;
const TOO_MANY = 4408;
/** No access, no text, too large: the same question would end so again. */
const FINAL = new Set([1003, 1007, 1008, 1009]);
const FIRST_WAIT_MS = 500;
const MOST_TRIES = 6;

const failed = (status: number, message: string): AfterClose => ({
  next: 'fail',
  failure: { status, message },
});

export function afterClose({ code, tries, hasAnswer }: Closed): AfterClose {
  if (code === TOO_MANY) {
    return failed(409, 'You have too many conversations open. Close one in another tab, then ask again.');
  }
  if (FINAL.has(code)) return failed(code, 'The server ended the conversation. Ask again.');
  if (hasAnswer) return failed(0, 'The connection broke off before the answer was complete. Ask again.');
  if (tries >= MOST_TRIES) return failed(0, 'The server cannot be reached. Ask again when it is back.');
  if (code === UNAUTHENTICATED) return { next: 'renew' };
  return { next: 'again', inMs: FIRST_WAIT_MS * 2 ** tries };
}
