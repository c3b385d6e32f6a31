/**
 * `fetch` that goes on by itself when it can: a request that may be sent again is, after 429, 502, 503 or a broken
 * connection, as the server's `Retry-After` says or a little later each time. What is refused for good is a `Problem`.
 */
import { Problem, toProblem, unreachable } from './problem.ts';

export interface Patience {
  /** Longest time to go on trying, ms; 30 s when absent. */
  readonly patienceMs?: number;
  /** Longest time until an answer begins, ms; 90 s when absent, more than any long poll. */
  readonly answerMs?: number;
  /** Called with the reason when the request waits, and with undefined when it goes on. */
  readonly onTrouble?: (problem: Problem | undefined) => void;
  readonly fetch?: (request: Request) => Promise<Response>;
}

const PATIENCE_MS = 30_000;
/** For an answer to begin; a long poll holds a request for up to 60 s. */
const ANSWER_MS = 90_000;
/** For all of it; a stream that is cut is opened again. */
const WHOLE_MS = 15 * 60_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;

export type PatientFetch = (request: Request) => Promise<Response>;

export function createPatientFetch(options: Patience = {}): PatientFetch {
  const { patienceMs = PATIENCE_MS, answerMs = ANSWER_MS, onTrouble = () => {} } = options;
  const fetch = options.fetch ?? globalThis.fetch;
  return async (request) => {
    const until = Date.now() + patienceMs;
    let isTold = false;
    try {
      for (let tries = 0; ; tries += 1) {
        const answer = await send(request, fetch, answerMs);
        if (answer instanceof Response) return answer;
        const waitMs = waitFor(answer, tries);
        if (!mayRepeat(request, answer) || Date.now() + waitMs > until) throw answer;
        isTold = true;
        onTrouble(answer);
        await sleep(waitMs, request.signal);
      }
    } finally {
      if (isTold) onTrouble(undefined);
    }
  };
}

/** The request is kept unread for the next try. */
async function send(
  request: Request,
  fetch: (request: Request) => Promise<Response>,
  answerMs: number,
): Promise<Response | Problem> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), answerMs);
  try {
    const signal = AbortSignal.any([request.signal, late.signal, AbortSignal.timeout(WHOLE_MS)]);
    const response = await fetch(new Request(request.clone(), { signal }));
    return response.ok ? response : await toProblem(response);
  } catch (error) {
    if (request.signal.aborted) throw error;
    return unreachable(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A refused quota did nothing; what else failed may have done something, and is sent again where that is harmless. */
function mayRepeat({ method, headers }: Request, { status }: Problem): boolean {
  if (status === 429) return true;
  const isHarmless = method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');
  return isHarmless && [0, 502, 503].includes(status);
}

/** What may be otherwise a moment later, for who only looks. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Problem && (error.isUnreachable || error.status === 429 || error.status >= 500);

/** Follows `Retry-After`; without it waits twice as long each time, a little less or more so that callers do not come together. */
function waitFor({ retryAfterS }: Problem, tries: number): number {
  if (retryAfterS !== undefined) return retryAfterS * 1000 + Math.random() * 200;
  return Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);
}

/** Rejects at once when `signal` aborts. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
