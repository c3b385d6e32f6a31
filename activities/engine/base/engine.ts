/** What the solve activity asks of the engine; the strategy behind it can change without touching callers. */

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
  /** Begin with this commitment of a similar case, as far as it fits; means nothing beside `start`. */
  readonly warmStart?: WarmStart;
  /** Do not search: price, verify and return `start` (FEASIBLE). */
  readonly finish?: boolean;
  /** Beside `finish`: a quick dispatch of `start` will do, though another might be cheaper. */
  readonly first?: boolean;
}

export interface EngineWatch {
  /** Aborting ends the solve at once (<= 2 s); the promise rejects with `signal.reason`. */
  readonly signal: AbortSignal;
  /** `elapsed_s` of `progress`: in this request. */
  onProgress(progress: Progress): void;
  onIncumbent(incumbent: Incumbent): void;
  /** What similar cases may start from, when a search has ended. */
  onRelaxation?(saved: SavedRelaxation): void;
  /** A verified result that stands if the search does not end. */
  onReserve?(result: SolveResult): void;
}

export type Engine = (request: EngineRequest, watch: EngineWatch) => Promise<SolveResult>;

/** Why the engine has no answer; `code` becomes the job's error code. */
export class EngineError extends Error {
  readonly code: JobErrorCode;

  constructor(code: JobErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EngineError';
    this.code = code;
  }
}
