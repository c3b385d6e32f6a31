/** The interface of the engine to the solve activity. The strategy behind it can change without changes to callers. */

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
  /** Wall time from now, s, after which the best result so far is returned. */
  readonly timeLimitS: number;
  readonly mipGap: number;
  /** Schedule from which the search starts. */
  readonly start?: Incumbent;
  /** Commitment of a similar case to begin with, as far as it fits this case; has no effect together with `start`. */
  readonly warmStart?: WarmStart;
  /** True if no search is wanted: `start` is priced, verified and returned with the status FEASIBLE. */
  readonly finish?: boolean;
  /** With `finish`: true if a quick dispatch of `start` suffices, even if another dispatch is cheaper. */
  readonly first?: boolean;
}

export interface EngineWatch {
  /** Signal that ends the solve within 2 s when it is aborted; the promise then rejects with `signal.reason`. */
  readonly signal: AbortSignal;
  /** Called with progress. Its `elapsed_s` counts from the beginning of this request. */
  onProgress(progress: Progress): void;
  onIncumbent(incumbent: Incumbent): void;
  /** Called when a search has ended, with the data from which similar cases may start. */
  onRelaxation?(saved: SavedRelaxation): void;
  /** Called with a verified schedule, which is the result if the process ends before the search does. */
  onReserve?(result: SolveResult): void;
}

export type Engine = (request: EngineRequest, watch: EngineWatch) => Promise<SolveResult>;

/** Thrown when the engine has no result. `code` becomes the error code of the job. */
export class EngineError extends Error {
  readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}
