/**
 * The engine's worker threads. Loading the solver costs a small solve as much again, so that a thread which
 * answered waits for another request; a large one is ended, because its memory never shrinks, and so is one in
 * which anything went wrong.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { loadHighs } from '../../solvers/highs-library.ts';

/** A thread that holds more than this is not kept, bytes. */
const KEPT_BYTES = 200e6;

export interface EngineThreads {
  /** A waiting thread or a new one; it is the caller's until it is kept or ended. */
  take(): Worker;
  /** Lets the thread wait for another request. */
  keep(thread: Worker, heldBytes: number): void;
}

export function createEngineThreads(heapMb: number): EngineThreads {
  const waiting: Worker[] = [];
  const forget = (thread: Worker): void => {
    const at = waiting.indexOf(thread);
    if (at >= 0) waiting.splice(at, 1);
  };
  const start = (): Worker => {
    keepCompiledCode();
    const thread = new Worker(new URL('./engine-thread.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // A thread that dies while it waits is nobody's failure.
    thread.on('error', () => forget(thread));
    thread.on('exit', () => forget(thread));
    return thread;
  };
  return {
    take() {
      const thread = waiting.pop() ?? start();
      thread.ref();
      return thread;
    },
    keep(thread, heldBytes) {
      if (heldBytes > KEPT_BYTES || waiting.length >= availableParallelism()) {
        void thread.terminate();
        return;
      }
      // It must not hold up the end of the process.
      thread.unref();
      waiting.push(thread);
    },
  };
}

/**
 * Threads share what was compiled of HiGHS for as long as one of them has it loaded; this one always has. Compiling it
 * anew costs seconds.
 */
function keepCompiledCode(): void {
  // A library that cannot be loaded is reported by the thread that solves with it.
  loadHighs().catch(() => undefined);
}
