/** `fetch` that keeps count of how it was answered: what was refused, and whether anything was left without an answer. */

/** No answer may take longer than this, beside the wait that its request asks for, ms. */
const ANSWER_MS = 10_000;
/** Longer for the analyst, who thinks and computes, ms. */
const THOUGHT_MS = 30_000;
const THINKING = '/api/ai/chat';
/** The client goes away then; until then it is of interest how long it would have been, ms. */
const PATIENCE_MS = 40_000;
const REFUSALS = [429, 502, 503];

export interface WatchedCalls {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly seen: {
    answered: number;
    /** By status: those that a client may meet any time, with `Retry-After`. */
    readonly refused: Record<string, number>;
    /** Connections that were cut with a process. */
    cut: number;
    /** Every other refusal. */
    readonly wrong: string[];
    readonly tooLate: string[];
    slowestMs: number;
  };
}

export function watchCalls(): WatchedCalls {
  const seen: WatchedCalls['seen'] = {
    ...{ answered: 0, refused: {}, cut: 0, wrong: [], tooLate: [], slowestMs: 0 },
  };
  return {
    seen,
    async fetch(request) {
      const began = performance.now();
      const { pathname } = new URL(request.url);
      const what = `${request.method} ${pathname}`;
      const mostMs = pathname === THINKING ? THOUGHT_MS : ANSWER_MS;
      const askedMs = preferredWaitMs(request);
      const late = (ending: string): boolean => {
        const tookMs = performance.now() - began - askedMs;
        seen.slowestMs = Math.max(seen.slowestMs, tookMs);
        if (tookMs <= mostMs) return false;
        seen.tooLate.push(`${new Date().toISOString()} ${what}: ${ending} after ${Math.round(tookMs)} ms`);
        return true;
      };
      try {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)]);
        const response = await fetch(new Request(request, { signal }));
        // Whole: what is cut amid its body was not answered.
        const text = await response.text();
        const { status, headers } = response;
        late(String(status));
        seen.answered += 1;
        if (REFUSALS.includes(status) && headers.has('retry-after'))
          seen.refused[status] = (seen.refused[status] ?? 0) + 1;
        else if (status >= 400) seen.wrong.push(`${new Date().toISOString()} ${what}: ${status} ${text}`);
        return new Response(text, { status, headers });
      } catch (error) {
        if (!late('nothing')) seen.cut += 1;
        throw error;
      }
    },
  };
}

const preferredWaitMs = ({ headers }: Request): number =>
  1000 * Number(/wait=(\d+)/.exec(headers.get('prefer') ?? '')?.[1] ?? 0);
