/** What an engine's thread is told and what it says, and one request to it. */

import type { Worker } from 'node:worker_threads';
import type { SolveProgress } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { JobErrorCode } from '../../../temporal/failures.ts';
import type { SolverCommands } from '../../../temporal/solvers.ts';
import { EngineError, type EngineRequest, type EngineWatch, type Incumbent } from '../base/engine.ts';

export interface ThreadInput {
  readonly request: EngineRequest;
  /** Shared; 1 asks the solver to end with what it has. */
  readonly stop: Int32Array;
  readonly commands: SolverCommands;
}

export type ThreadMessage =
  | { readonly kind: 'progress'; readonly progress: Omit<SolveProgress, 'elapsed_s'> }
  | { readonly kind: 'incumbent'; readonly incumbent: Incumbent }
  | { readonly kind: 'relaxation'; readonly saved: SavedRelaxation }
  | {
      readonly kind: 'result';
      readonly result: SolveResult;
      /** Memory that the thread now holds, the solver's included, bytes. */
      readonly heldBytes: number;
    }
  | { readonly kind: 'error'; readonly code: JobErrorCode; readonly message: string };

type Answer = Extract<ThreadMessage, { kind: 'result' }>;

/** The thread ended, by itself or because it was told to, before it could answer. */
export class ThreadEnded extends EngineError {}

/**
 * Sends a request and tells `watch` all that the thread says until its answer. Rejects with an `EngineError`, or with
 * the reason of `watch.signal` once that is aborted. The thread stays as it is; the caller keeps or ends it.
 */
export function askThread(thread: Worker, input: ThreadInput, watch: EngineWatch): Promise<Answer> {
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
