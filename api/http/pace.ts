/**
 * Limits how slowly and how long bodies and replies may be transferred, because bytes in transit occupy memory: a least
 * rate over the last 30 s, and a longest duration.
 */
import type { ServerResponse } from 'node:http';

export interface Pace {
  /** Interval between checks, ms. */
  readonly everyMs: number;
  /** Least number of bytes moved between two checks. */
  readonly leastBytes: number;
  /** Longest duration of a transfer, ms. */
  readonly longestMs: number;
}

/** Default pace: 10 kB/s. */
const PACE: Pace = { everyMs: 30_000, leastBytes: 300_000, longestMs: 15 * 60_000 };

/**
 * Calls `late` once, when too few bytes have been moved. `moved`: total number of bytes so far; undefined while there
 * is nothing to move. Returns a function that ends the checks.
 */
export function watchPace(moved: () => number | undefined, late: () => void, pace = PACE): () => void {
  const began = performance.now();
  let before: number | undefined = 0;
  const looks = setInterval(() => {
    const now = moved();
    const isSlow = before !== undefined && now !== undefined && now - before < pace.leastBytes;
    before = now;
    if (!isSlow && performance.now() - began < pace.longestMs) return;
    clearInterval(looks);
    late();
  }, pace.everyMs);
  looks.unref();
  return () => clearInterval(looks);
}

/**
 * Breaks off a reply that its client reads too slowly. A reply that the service itself produces slowly has no waiting
 * bytes, and continues.
 */
export function endIfSlow(res: ServerResponse, pace = PACE): void {
  const { socket } = res;
  if (!socket || res.closed) return;
  const before = socket.bytesWritten;
  const sent = () =>
    socket.writableLength > 0 ? socket.bytesWritten - socket.writableLength - before : undefined;
  res.once(
    'close',
    watchPace(sent, () => res.destroy(), pace),
  );
}
