/** One attempt at a request in a thread of its own: asked to stop after the time limit, ended when it does not. */
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SolverCommands } from '../../../temporal/solvers.ts';
import type { EngineRequest, EngineWatch } from '../base/engine.ts';
import type { EngineThreads } from './engine-threads.ts';
import { askThread, ThreadEnded } from './thread-messages.ts';

/** So long after the time limit the solver is asked to stop, s. */
const ASK_AFTER_S = 0.5;
/** Between an abort and the end of the thread, ms. */
const ABORT_GRACE_MS = 500;

/** Where and with what an attempt runs. */
export interface Means {
  readonly threads: EngineThreads;
  readonly commands: SolverCommands;
}

/** Undefined when the thread had to be ended at `endAfterS`. */
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
