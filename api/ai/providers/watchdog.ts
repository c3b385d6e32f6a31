/** Aborts its signal when it is not fed in time. */
import { Deadline } from './deadline.ts';

export interface Watchdog {
  /** Aborted with a `Deadline`. */
  readonly signal: AbortSignal;
  /** The next food is due in `limitMs`. */
  feed(limitMs: number): void;
  /** Nothing is due until it is fed again. */
  rest(): void;
}

export function createWatchdog(): Watchdog {
  const starving = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const rest = () => clearTimeout(timer);
  return {
    signal: starving.signal,
    rest,
    feed(limitMs) {
      rest();
      timer = setTimeout(() => starving.abort(new Deadline(limitMs)), limitMs);
    },
  };
}
