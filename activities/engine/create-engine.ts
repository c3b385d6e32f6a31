/**
 * The engine as its callers see it: one worker thread per attempt, so that nothing blocks the caller's event
 * loop, a crash of the solver stays inside, and its memory returns when it ends. Whatever the solver does, the
 * promise settles within 4 s of the time limit, and within 2 s of an abort.
 *
 * @module
 */
import { Worker } from 'node:worker_threads';
import type { SolveResult } from '../../temporal/messages/result.ts';
import type { Engine, EngineRequest, EngineWatch, Incumbent } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { timeoutResult } from './result.ts';
import type { ThreadInput, ThreadMessage } from './thread-messages.ts';

/** After the time limit: first the solver is asked, then its thread is ended, s. */
const ASK_AFTER_S = 0.5;
const END_AFTER_S = 1.5;
/** What is left for a second thread to price the last incumbent, s. */
const FINISH_S = 2;
/** After an abort, ms. */
const ABORT_GRACE_MS = 500;
export interface EngineSettings {
  /** JavaScript heap of one attempt; the solver's own memory is WebAssembly's, MB. */
  readonly heapMb: number;
}

export const createEngine =
  (settings: EngineSettings): Engine =>
  (request, watch) =>
    run(settings, request, watch);

async function run(
  settings: EngineSettings,
  request: EngineRequest,
  watch: EngineWatch,
): Promise<SolveResult> {
  watch.signal.throwIfAborted();
  let incumbent: Incumbent | undefined = request.start;
  const remember: EngineWatch = {
    ...watch,
    onIncumbent: (found) => {
      incumbent = found;
      watch.onIncumbent(found);
    },
  };
  const result = await attempt(settings, request, request.timeLimitS + END_AFTER_S, remember);
  if (result && (result.termination_status !== 'TIMEOUT' || !incumbent)) return result;
  // The thread did not stop by itself, or could not dispatch in time what it had found: a second one does that.
  const finished =
    incumbent && !request.finish
      ? await attempt(
          settings,
          { ...request, start: incumbent, finish: true, timeLimitS: FINISH_S },
          FINISH_S,
          watch,
        )
      : undefined;
  return (
    finished ??
    result ?? { ...timeoutResult(incumbent?.bound ?? null, [], facts(request)), certificate: null }
  );
}

const facts = ({ solver, timeLimitS, mipGap }: EngineRequest) => ({
  solver,
  solver_version: 'unknown',
  solve_time_s: timeLimitS,
  mipGap,
});

/** Undefined when the thread had to be ended at `endAfterS`. */
function attempt(
  { heapMb }: EngineSettings,
  request: EngineRequest,
  endAfterS: number,
  watch: EngineWatch,
): Promise<SolveResult | undefined> {
  const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const input: ThreadInput = { request, stop };
  const thread = new Worker(new URL('./engine-thread.js', import.meta.url), {
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
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
  return new Promise<SolveResult | undefined>((resolve, reject) => {
    const answer = (settle: () => void): void =>
      watch.signal.aborted ? reject(watch.signal.reason) : settle();
    thread.on('message', (message: ThreadMessage) => {
      if (message.kind === 'progress') watch.onProgress(message.progress);
      else if (message.kind === 'incumbent') watch.onIncumbent(message.incumbent);
      else if (message.kind === 'result') answer(() => resolve(message.result));
      else answer(() => reject(new EngineError(message.code, message.message)));
    });
    thread.on('error', (cause) =>
      answer(() => reject(new EngineError('SOLVER_ERROR', `The solver crashed: ${crash(cause)}`, { cause }))),
    );
    thread.on('exit', (code) =>
      answer(() =>
        ended
          ? resolve(undefined)
          : reject(new EngineError('SOLVER_ERROR', `The solver's thread ended without an answer (${code})`)),
      ),
    );
    watch.signal.addEventListener('abort', abort, { once: true });
    if (watch.signal.aborted) abort();
  }).finally(() => {
    timers.forEach(clearTimeout);
    watch.signal.removeEventListener('abort', abort);
    return thread.terminate();
  });
}

const crash = (error: Error): string =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'out of memory'
    : error.message.slice(0, 200);
