/** Saves the newest of many values once a second, one write at a time; a failed write is made good by the next. */

const EVERY_MS = 1000;

export interface Keeper<T> {
  offer(value: T): void;
  /** Resolves when the newest value has been written or could not be. */
  flush(): Promise<void>;
  /** Resolves when nothing will be written any more; what has not been written is dropped. */
  drop(): Promise<void>;
}

/** `firstAfterMs`: what is dropped before that costs no write. */
export function keepNewest<T>(save: (value: T) => Promise<void>, firstAfterMs = 0): Keeper<T> {
  let newest: T | undefined;
  let writing = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let nextAt = Date.now() + firstAfterMs;
  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    nextAt = Date.now() + EVERY_MS;
    const value = newest;
    newest = undefined;
    // What is not saved costs search time after a crash, never the job.
    if (value !== undefined) writing = writing.then(() => save(value)).catch(() => undefined);
    return writing;
  };
  return {
    offer(value) {
      newest = value;
      timer ??= setTimeout(() => void write(), Math.max(0, nextAt - Date.now()));
    },
    flush: write,
    drop() {
      newest = undefined;
      return write();
    },
  };
}
