/** What the engine's thread is told and what it says. */
import type { JobErrorCode } from '../../temporal/failures.ts';
import type { SolveProgress } from '../../temporal/messages/progress.ts';
import type { SolveResult } from '../../temporal/messages/result.ts';
import type { SavedRelaxation } from '../../temporal/messages/saved-relaxation.ts';
import type { SolverCommands } from '../solvers/solver-commands.ts';
import type { EngineRequest, Incumbent } from './engine.ts';

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
