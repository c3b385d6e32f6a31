/** Messages to and from an engine process, and the handling of a request. */
import { AsyncResource } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import type { Progress } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { JobErrorCode } from '../../../temporal/failures.ts';
import type { SolverCommands } from '../../../temporal/solvers.ts';
import { EngineError, type EngineRequest, type EngineWatch, type Incumbent } from '../base/engine.ts';

export interface ProcessRequest {
  readonly request: EngineRequest;
  readonly commands: SolverCommands;
}

/** Message that asks the solver to end with its best schedule. */
export const STOP = 'stop';

export type ProcessMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'incumbent'; readonly incumbent: Incumbent }
  | { readonly kind: 'reserve'; readonly result: SolveResult }
  | { readonly kind: 'relaxation'; readonly saved: SavedRelaxation }
  | {
      readonly kind: 'result';
      readonly result: SolveResult;
      /** Memory that the process holds, bytes. */
      readonly heldBytes: number;
    }
  | { readonly kind: 'error'; readonly code: JobErrorCode; readonly message: string };

type Answer = Extract<ProcessMessage, { kind: 'result' }>;

/** Thrown when the process ended before its answer, by itself or by a signal. */
export class ProcessEnded extends EngineError {}

function pass(message: Exclude<ProcessMessage, { kind: 'result' | 'error' }>, watch: EngineWatch): void {
  if (message.kind === 'progress') watch.onProgress(message.progress);
  else if (message.kind === 'incumbent') watch.onIncumbent(message.incumbent);
  else if (message.kind === 'reserve') watch.onReserve?.(message.result);
  else watch.onRelaxation?.(message.saved);
}

/**
 * Sends a request to a process, and passes its messages to `watch` until the answer. Rejects with an `EngineError`, or
 * with the reason of `watch.signal` once that is aborted. The caller decides whether the process is kept or ended.
 */
export function askProcess(
  child: ChildProcess,
  request: ProcessRequest,
  watch: EngineWatch,
): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const settle = (answer: () => void): void => {
      child.off('message', hear).off('error', fail).off('exit', leave);
      if (watch.signal.aborted) reject(watch.signal.reason);
      else answer();
    };
    // Binds the listener to the current request. A process answers several requests, and its messages belong to the
    // current one.
    const hear = AsyncResource.bind((message: unknown): void => {
      const reply = message as ProcessMessage;
      if (reply.kind === 'result') settle(() => resolve(reply));
      else if (reply.kind === 'error') settle(() => reject(new EngineError(reply.code, reply.message)));
      else pass(reply, watch);
    });
    const ended = (how: string, cause?: Error): void => {
      const message = `The solver's process ended without an answer (${how})`;
      settle(() => reject(new ProcessEnded('SOLVER_ERROR', message, { cause })));
    };
    const fail = (error: Error): void => ended(error.message, error);
    const leave = (code: number | null, signal: string | null): void => ended(signal ?? `code ${code}`);
    child.on('message', hear).on('error', fail).on('exit', leave);
    child.send(request);
  });
}
