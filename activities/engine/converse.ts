/** One request to an engine's thread, and all that it says until its answer. */
import type { Worker } from 'node:worker_threads';
import type { SolveResult } from '../../temporal/messages/result.ts';
import type { EngineWatch } from './engine.ts';
import { EngineError } from './engine-error.ts';
import type { ThreadInput, ThreadMessage } from './thread-messages.ts';

export interface Answer {
  readonly result: SolveResult;
  readonly heldBytes: number;
}

/** The thread ended, by itself or because it was told to, before it could answer. */
export class ThreadEnded extends EngineError {}

/**
 * Rejects with an `EngineError`, or with the reason of `watch.signal` once that is aborted. The thread stays as
 * it is; the caller keeps or ends it.
 */
export function converse(thread: Worker, input: ThreadInput, watch: EngineWatch): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const settle = (answer: () => void): void => {
      thread.off('message', hear).off('error', crash).off('exit', leave);
      if (watch.signal.aborted) reject(watch.signal.reason);
      else answer();
    };
    const hear = (message: ThreadMessage): void => {
      if (message.kind === 'progress') watch.onProgress(message.progress);
      else if (message.kind === 'incumbent') watch.onIncumbent(message.incumbent);
      else if (message.kind === 'relaxation') watch.onRelaxation?.(message.saved);
      else if (message.kind === 'result') settle(() => resolve(message));
      else settle(() => reject(new EngineError(message.code, message.message)));
    };
    const crash = (cause: Error): void =>
      settle(() =>
        reject(new EngineError('SOLVER_ERROR', `The solver crashed: ${describe(cause)}`, { cause })),
      );
    const leave = (code: number): void =>
      settle(() =>
        reject(new ThreadEnded('SOLVER_ERROR', `The solver's thread ended without an answer (${code})`)),
      );
    thread.on('message', hear).on('error', crash).on('exit', leave);
    thread.postMessage(input);
  });
}

const describe = (error: Error): string =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? 'out of memory'
    : error.message.slice(0, 200);
