/** `fetch` with a tally of the answers: refusals, and calls without an answer. */

/** Longest time for an answer, ms, in addition to the wait that the request asks for. */
const ANSWER_MS = 10_000;
/** Longest time for an answer of the analyst, ms; it may need solves. */
const THOUGHT_MS = 30_000;
const THINKING = '/api/ai/chat';
/** Time after which the client gives up, ms; longer than the limits above, so that late answers are measured. */
const PATIENCE_MS = 40_000;
const REFUSALS = [429, 502, 503];

export interface WatchedCalls {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly seen: {
    answered: number;
    /** Status -> number of refusals that a client may receive at any time, with `Retry-After`. */
    readonly refused: Record<string, number>;
    /** Number of connections that were cut when a process died. */
    cut: number;
    /** Texts of all other refusals. */
    readonly wrong: string[];
    readonly tooLate: string[];
    slowestMs: number;
  };
}

export function watchCalls(): WatchedCalls {
  const tally: WatchedCalls['seen'] = {
    ...{ answered: 0, refused: {}, cut: 0, wrong: [], tooLate: [], slowestMs: 0 },
  };
  return {
    seen: tally,
    async fetch(request) {
      const began = performance.now();
      const { pathname } = new URL(request.url);
      const what = `${request.method} ${pathname}`;
      const mostMs = pathname === THINKING ? THOUGHT_MS : ANSWER_MS;
      const askedMs = preferredWaitMs(request);
      const late = (ending: string): boolean => {
        const tookMs = performance.now() - began - askedMs;
        tally.slowestMs = Math.max(tally.slowestMs, tookMs);
        if (tookMs <= mostMs) return false;
        tally.tooLate.push(`${new Date().toISOString()} ${what}: ${ending} after ${Math.round(tookMs)} ms`);
        return true;
      };
      try {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(PATIENCE_MS)]);
        const response = await fetch(new Request(request, { signal }));
        // Reads the whole body: a reply that is cut off does not count as an answer.
        const text = await response.text();
        const { status, headers } = response;
        late(String(status));
        tally.answered += 1;
        if (REFUSALS.includes(status) && headers.has('retry-after'))
          tally.refused[status] = (tally.refused[status] ?? 0) + 1;
        else if (status >= 400) tally.wrong.push(`${new Date().toISOString()} ${what}: ${status} ${text}`);
        return new Response(text, { status, headers });
      } catch (error) {
        if (!late('nothing')) tally.cut += 1;
        throw error;
      }
    },
  };
}

const preferredWaitMs = ({ headers }: Request): number =>
  1000 * Number(/wait=(\d+)/.exec(headers.get('prefer') ?? '')?.[1] ?? 0);
