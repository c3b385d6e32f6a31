/**
 * Saves the first incumbent at once and the newest once a second, one write at a time; a failed write is made good by
 * the next.
 */
import type { Incumbent } from '../../temporal/case/messages/warm-start.ts';

const EVERY_MS = 1000;

export interface IncumbentKeeper {
  offer(incumbent: Incumbent): void;
  /** Resolves when the newest incumbent has been written or could not be. */
  flush(): Promise<void>;
}

export function keepIncumbent(save: (incumbent: Incumbent) => Promise<void>): IncumbentKeeper {
  let newest: Incumbent | undefined;
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let writtenAt = Number.NEGATIVE_INFINITY;
  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writtenAt = Date.now();
    const incumbent = newest;
    newest = undefined;
    // An unsaved incumbent costs search time after a crash, never the job.
    if (incumbent) writing = writing.then(() => save(incumbent)).catch(() => undefined);
    return writing;
  };
  return {
    offer(incumbent) {
      newest = incumbent;
      timer ??= setTimeout(() => void write(), Math.max(0, writtenAt + EVERY_MS - Date.now()));
    },
    flush: write,
  };
}
