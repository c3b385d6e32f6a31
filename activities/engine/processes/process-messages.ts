/** What an engine's process is told and what it says, and one request to it. */
import { AsyncResource } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import type { Progress } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { JobErrorCode } from '../../../temporal/failures.ts';
import type { SolverCommands } from '../../../temporal/solvers.ts';
import { EngineError, type EngineRequest, type EngineWatch, type Incumbent } from '../base/engine.ts';

export interface Asked {
  readonly request: EngineRequest;
  readonly commands: SolverCommands;
}

/** Asks the solver to end with what it has. */
export const STOP = 'stop';

export type Told =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'incumbent'; readonly incumbent: Incumbent }
  | { readonly kind: 'reserve'; readonly result: SolveResult }
  | { readonly kind: 'relaxation'; readonly saved: SavedRelaxation }
  | {
      readonly kind: 'result';
      readonly result: SolveResult;
      /** Memory of the process, bytes. */
      readonly heldBytes: number;
    }
  | { readonly kind: 'error'; readonly code: JobErrorCode; readonly message: string };

type Answer = Extract<Told, { kind: 'result' }>;

/** The process ended, by itself or because it was told to, before it could answer. */
export class ProcessEnded extends EngineError {}

function pass(told: Exclude<Told, { kind: 'result' | 'error' }>, watch: EngineWatch): void {
  if (told.kind === 'progress') watch.onProgress(told.progress);
  else if (told.kind === 'incumbent') watch.onIncumbent(told.incumbent);
  else if (told.kind === 'reserve') watch.onReserve?.(told.result);
  else watch.onRelaxation?.(told.saved);
}

/**
 * Sends a request and tells `watch` all that the process says until its answer. Rejects with an `EngineError`, or with
 * the reason of `watch.signal` once that is aborted. The process stays as it is; the caller keeps or ends it.
 */
export function askProcess(child: ChildProcess, asked: Asked, watch: EngineWatch): Promise<Answer> {
  return new Promise<Answer>((resolve, reject) => {
    const settle = (answer: () => void): void => {
      child.off('message', hear).off('error', fail).off('exit', leave);
      if (watch.signal.aborted) reject(watch.signal.reason);
      else answer();
    };
    // A process outlives the request that it was started for: what it says belongs to the one that it answers.
    const hear = AsyncResource.bind((message: unknown): void => {
      const told = message as Told;
      if (told.kind === 'result') settle(() => resolve(told));
      else if (told.kind === 'error') settle(() => reject(new EngineError(told.code, told.message)));
      else pass(told, watch);
    });
    const ended = (how: string, cause?: Error): void => {
      const message = `The solver's process ended without an answer (${how})`;
      settle(() => reject(new ProcessEnded('SOLVER_ERROR', message, { cause })));
    };
    const fail = (error: Error): void => ended(error.message, error);
    const leave = (code: number | null, signal: string | null): void => ended(signal ?? `code ${code}`);
    child.on('message', hear).on('error', fail).on('exit', leave);
    child.send(asked);
  });
}
