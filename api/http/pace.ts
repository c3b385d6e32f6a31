/** The least rate of bodies and replies, over the last 30 s, and their longest time: what is under way is held in memory. */
import type { ServerResponse } from 'node:http';

export interface Pace {
  /** Between two looks, ms. */
  readonly everyMs: number;
  /** Bytes that have to move from one look to the next. */
  readonly leastBytes: number;
  /** From the beginning to the end, ms. */
  readonly longestMs: number;
}

/** 10 kB/s. */
const PACE: Pace = { everyMs: 30_000, leastBytes: 300_000, longestMs: 15 * 60_000 };

/**
 * Calls `late` once, when fewer bytes have moved than must. `moved`: in all; undefined while there is nothing to be moved.
 * Returns what ends the looks.
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

/** Breaks off a reply that its client takes too slowly. A reply that is itself slow has nothing that waits. */
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
