/** What the solve activity asks of the engine; the strategy behind it can change without touching callers. */
import type { Incumbent } from '../../temporal/messages/incumbent.ts';
import type { SolvePayload } from '../../temporal/messages/payload.ts';
import type { SolveProgress } from '../../temporal/messages/progress.ts';
import type { SolveResult } from '../../temporal/messages/result.ts';
import type { SavedRelaxation } from '../../temporal/messages/saved-relaxation.ts';
import type { WarmStart } from '../../temporal/messages/warm-start.ts';
import type { JobType, SolverName } from '../../temporal/solvers.ts';

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
}

export interface EngineWatch {
  /** Aborting ends the solve at once (<= 2 s); the promise rejects with `signal.reason`. */
  readonly signal: AbortSignal;
  onProgress(progress: Omit<SolveProgress, 'elapsed_s'>): void;
  onIncumbent(incumbent: Incumbent): void;
  /** Of what similar cases may start from, when a search has ended. */
  onRelaxation?(saved: SavedRelaxation): void;
}

export type Engine = (request: EngineRequest, watch: EngineWatch) => Promise<SolveResult>;
