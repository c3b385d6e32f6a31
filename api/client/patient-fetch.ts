/**
 * `fetch` with retries: requests that are safe to repeat are sent again after 429, 502, 503 or a lost connection. The
 * wait is that of `Retry-After`, or grows exponentially. Final refusals are thrown as `Problem`.
 */
import { Problem, toProblem, unreachable } from './problem.ts';

export interface Patience {
  /** Longest time that retries may take, ms; 30 s if absent. */
  readonly patienceMs?: number;
  /** Longest time until an answer begins, ms; if absent, 90 s, which is more than any long poll. */
  readonly answerMs?: number;
  /** Called with the reason when a request waits for a retry, and with undefined when the wait is over. */
  readonly onTrouble?: (problem: Problem | undefined) => void;
  readonly fetch?: (request: Request) => Promise<Response>;
}

const PATIENCE_MS = 30_000;
/** Longest time for an answer to begin, ms; a long poll takes up to 60 s. */
const ANSWER_MS = 90_000;
/** Longest time for a whole answer, ms; a stream that exceeds it is cut and reopened. */
const WHOLE_MS = 15 * 60_000;
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 8000;

export type PatientFetch = (request: Request) => Promise<Response>;

export function createPatientFetch(options: Patience = {}): PatientFetch {
  const { patienceMs = PATIENCE_MS, answerMs = ANSWER_MS, onTrouble = () => {} } = options;
  const fetch = options.fetch ?? globalThis.fetch;
  return async (request) => {
    const until = Date.now() + patienceMs;
    let isReported = false;
    try {
      for (let tries = 0; ; tries += 1) {
        const answer = await send(request, fetch, answerMs);
        if (answer instanceof Response) return answer;
        const waitMs = waitFor(answer, tries);
        if (!mayRepeat(request, answer) || Date.now() + waitMs > until) throw answer;
        isReported = true;
        onTrouble(answer);
        await sleep(waitMs, request.signal);
      }
    } finally {
      if (isReported) onTrouble(undefined);
    }
  };
}

/** Sends a copy of the request, so that the original can be sent again. */
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

/**
 * True if a request may be repeated. A request refused with 429 had no effect, so it is always repeated; after other
 * failures, only safe or idempotent requests are.
 */
function mayRepeat({ method, headers }: Request, { status }: Problem): boolean {
  if (status === 429) return true;
  const isHarmless = method === 'GET' || method === 'HEAD' || headers.has('idempotency-key');
  return isHarmless && [0, 502, 503].includes(status);
}

/** True for temporary errors, after which a read is worth repeating. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Problem && (error.isUnreachable || error.status === 429 || error.status >= 500);

/** Waiting time, ms: `Retry-After`, or exponential backoff with jitter so that callers spread out. */
function waitFor({ retryAfterS }: Problem, tries: number): number {
  if (retryAfterS !== undefined) return retryAfterS * 1000 + Math.random() * 200;
  return Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS) * (0.75 + Math.random() / 2);
}

/** Resolves after `ms`; rejects when `signal` aborts. */
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
