/** Runs child processes one after the other from a thread that may block: it waits, and looks around meanwhile. */
import { Worker } from 'node:worker_threads';

export interface ChildEnd {
  /** It was there, and is not any more. */
  readonly ended: boolean;
  /** Exit code, or minus the number of the signal that ended it. */
  readonly exit: number;
  /** It was told to end. */
  readonly asked: boolean;
}

export interface ChildHolder {
  /** Blocks until the child has ended; `enough` is asked again and again and ends it once it says true. */
  run(input: Omit<ChildInput, 'shared'>, enough: () => boolean): ChildEnd;
  close(): void;
}

/** Between two looks around, ms. */
const LOOK_MS = 20;
/** One that is not gone so long after it was told to end cannot be killed: it is left to the system, ms. */
const GIVE_UP_MS = 2000;

export function createChildHolder(): ChildHolder {
  const thread = new Worker(new URL('./child-thread.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  // It must not hold up the end of a thread that forgot about it.
  thread.unref();
  return {
    run(input, enough) {
      const shared = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT));
      thread.postMessage({ ...input, shared });
      wait(shared, enough);
      return {
        ended: Atomics.load(shared, STATE) === ENDED,
        exit: Atomics.load(shared, EXIT),
        asked: Atomics.load(shared, ASKED) === 1,
      };
    },
    close: () => void thread.terminate(),
  };
}

function wait(shared: Int32Array, enough: () => boolean): void {
  let latest = Infinity;
  while (Atomics.wait(shared, STATE, RUNNING, LOOK_MS) === 'timed-out' && performance.now() < latest) {
    if (latest < Infinity || !enough()) continue;
    Atomics.store(shared, ASKED, 1);
    latest = performance.now() + GIVE_UP_MS;
  }
}

/** What the thread that waits and the thread that holds the child share: an Int32Array of these cells. */
export const STATE = 0;
/** Exit code, or minus the number of the signal that ended it. */
export const EXIT = 1;
/** 1 asks for the end of the child. */
export const ASKED = 2;
const CELLS = 3;

/** Values of `STATE`. */
const RUNNING = 0;
export const ENDED = 1;
export const NOT_STARTED = 2;

export interface ChildInput {
  readonly command: string;
  readonly args: readonly string[];
  /** Its working folder. */
  readonly folder: string;
  /** File that takes its output and its errors. */
  readonly logFile: string;
  readonly shared: Int32Array;
}
