/**
 * The engine's worker threads. Loading the solver costs a small solve as much again, so that a thread which
 * answered waits for another request; a large one is ended, because its memory never shrinks, and so is one in
 * which anything went wrong.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolverCommands } from '../../../temporal/solvers.ts';
import { loadHighs } from '../../solvers/highs-library.ts';
import type { EngineRequest, EngineWatch } from '../base/engine.ts';
import { askThread, ThreadEnded } from './thread-messages.ts';

/** A thread that holds more than this is not kept, bytes. */
const KEPT_BYTES = 200e6;

interface EngineThreads {
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

/** So long after the time limit the solver is asked to stop, s. */
const ASK_AFTER_S = 0.5;
/** Between an abort and the end of the thread, ms. */
const ABORT_GRACE_MS = 500;

/** Where and with what an attempt runs. */
export interface Means {
  readonly threads: EngineThreads;
  readonly commands: SolverCommands;
}

/**
 * One attempt at a request in a thread of its own, which is asked to stop after the time limit and ended when it does
 * not. Undefined when it had to be ended at `endAfterS`.
 */
export async function attempt(
  { threads, commands }: Means,
  request: EngineRequest,
  endAfterS: number,
  watch: EngineWatch,
): Promise<SolveResult | undefined> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const thread = threads.take();
  const ask = (): number => Atomics.store(stop, 0, 1);
  let ended = false;
  const end = (): void => {
    ended = true;
    void thread.terminate();
  };
  const timers = [
    setTimeout(ask, (request.timeLimitS + ASK_AFTER_S) * 1000),
    setTimeout(end, endAfterS * 1000),
  ];
  const abort = (): void => {
    ask();
    timers.push(setTimeout(end, ABORT_GRACE_MS));
  };
  watch.signal.addEventListener('abort', abort, { once: true });
  if (watch.signal.aborted) abort();
  try {
    const { result, heldBytes } = await askThread(thread, { request, stop, commands }, watch);
    // One that was told to stop may have been caught anywhere.
    if (Atomics.load(stop, 0) === 0) threads.keep(thread, heldBytes);
    else await thread.terminate();
    return result;
  } catch (error) {
    await thread.terminate();
    if (ended && error instanceof ThreadEnded) return undefined;
    throw error;
  } finally {
    timers.forEach(clearTimeout);
    watch.signal.removeEventListener('abort', abort);
  }
}
