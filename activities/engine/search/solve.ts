/** One solve: what its searches share, and what those who follow it are shown. */
import { PHASES, type SolveProgress } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { SavedRelaxation } from '../../../temporal/case/messages/warm-start.ts';
import type { Milp } from '../../milp/model.ts';
import type { SolverSession, SolverSettings } from '../../solvers/solver.ts';
import type { Clock } from '../base/clock.ts';
import type { EngineRequest, Incumbent } from '../base/engine.ts';
import type { PreparedCase } from '../base/prepared-case.ts';
import { relativeGap } from './kernels/search-state.ts';

export interface Solve {
  readonly request: EngineRequest;
  readonly prepared: PreparedCase;
  readonly clock: Clock;
  /** Time that the searches leave; absent where they may have all of it. */
  readonly spare?: Spare;
  readonly open: (milp: Milp, settings: SolverSettings) => Promise<SolverSession>;
  readonly watch: SolveWatch;
  readonly show: Show;
  /** Called with a result that a search goes on from, and that stands if the search does not end. */
  readonly onReserve?: (result: Omit<SolveResult, 'certificate'>) => void;
  /** Once the solve is told to end. */
  readonly isStopped: () => boolean;
}

/** Seconds at the end of the time that are for an outline, as long as the search has no schedule near its bound. */
interface Spare {
  /** 0 once they are used. */
  seconds: number;
  /** True once there is one. */
  isNear: boolean;
}

/** Who follows a solve. */
export interface SolveWatch {
  onProgress(progress: Progress): void;
  onIncumbent(incumbent: Incumbent): void;
  onRelaxation?(saved: SavedRelaxation): void;
  /** A verified result that stands if nothing better comes. */
  onReserve?(result: SolveResult): void;
}

type Progress = Omit<SolveProgress, 'elapsed_s'>;

/** Shows what has changed, together with what has not. */
export type Show = (news: Partial<Omit<SolveProgress, 'elapsed_s' | 'mip_gap'>>) => void;

/**
 * Single units that are searched after merged ones go on in the phase that the solve has reached, and with the best
 * figures so far: a schedule stays a schedule, and a bound stays proven.
 */
export function progressShower({ onProgress }: SolveWatch): Show {
  let seen: Progress = { phase: 'loading', incumbent: null, bound: null, mip_gap: null, nodes: null };
  let [least, most] = [Infinity, -Infinity];
  return ({ phase = seen.phase, ...news }) => {
    least = Math.min(least, news.incumbent ?? Infinity);
    most = Math.max(most, news.bound ?? -Infinity);
    const incumbent = Number.isFinite(least) ? least : null;
    const bound = Number.isFinite(most) ? Math.min(most, least) : null;
    const mip_gap = incumbent === null || bound === null ? null : relativeGap(incumbent, bound);
    const isForward = PHASES.indexOf(phase) > PHASES.indexOf(seen.phase);
    seen = { ...seen, ...news, phase: isForward ? phase : seen.phase, incumbent, bound, mip_gap };
    onProgress(seen);
  };
}
