/** The engine as the solve activity calls it; the strategy behind it can change without changes to callers. */

import type { Progress } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { Incumbent, SavedRelaxation, WarmStart } from '../../../temporal/case/messages/warm-start.ts';
import type { SolvePayload } from '../../../temporal/case/schema.ts';
import type { JobErrorCode } from '../../../temporal/failures.ts';
import type { JobType, SolverName } from '../../../temporal/solvers.ts';

export type { Incumbent };

export interface EngineRequest {
  readonly jobType: JobType;
  readonly payload: SolvePayload;
  readonly solver: SolverName;
  /** Wall time from now after which the best answer so far is returned, s. */
  readonly timeLimitS: number;
  readonly mipGap: number;
  /** Start from this schedule. */
  readonly start?: Incumbent;
  /** Commitment of a similar case to begin with, as far as it fits; has no effect with `start`. */
  readonly warmStart?: WarmStart;
  /** No search: `start` is priced, verified and returned (FEASIBLE). */
  readonly finish?: boolean;
  /** With `finish`: a quick dispatch of `start` suffices, even if another one is cheaper. */
  readonly first?: boolean;
}

export interface EngineWatch {
  /** Aborting ends the solve at once (<= 2 s); the promise rejects with `signal.reason`. */
  readonly signal: AbortSignal;
  /** `elapsed_s` of `progress` counts from the beginning of this request. */
  onProgress(progress: Progress): void;
  onIncumbent(incumbent: Incumbent): void;
  /** Called when a search has ended, with the data from which similar cases may start. */
  onRelaxation?(saved: SavedRelaxation): void;
  /** Called with a verified result that stands if the search does not end. */
  onReserve?(result: SolveResult): void;
}

export type Engine = (request: EngineRequest, watch: EngineWatch) => Promise<SolveResult>;

/** The engine has no answer; `code` becomes the error code of the job. */
export class EngineError extends Error {
  readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}
