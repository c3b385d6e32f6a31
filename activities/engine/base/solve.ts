/** One solve: its clock, the state that its steps share, and its progress reports. */
import { NOT_STARTED, PHASES, type Progress } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { OpenSession } from '../../solvers/solver.ts';
import type { EngineRequest, EngineWatch } from './engine.ts';
import type { PreparedCase } from './prepared-case.ts';

/** A time limit and the remaining time, s. */
export interface Clock {
  readonly limitS: number;
  elapsedS(): number;
  leftS(): number;
}

export function startClock(limitS: number): Clock {
  const started = performance.now();
  const elapsedS = (): number => (performance.now() - started) / 1000;
  return { limitS, elapsedS, leftS: () => Math.max(0, limitS - elapsedS()) };
}

/** A clock for a share of the remaining time of another clock; it never exceeds that time. */
export function shareOfClock(clock: Clock, share: number): Clock {
  const part = startClock(clock.leftS() * share);
  return { ...part, leftS: () => Math.min(part.leftS(), clock.leftS()) };
}

export interface Solve {
  readonly request: EngineRequest;
  readonly prepared: PreparedCase;
  readonly clock: Clock;
  /** Time that the searches leave to an outline; absent if no time is kept for it. */
  readonly spare?: Spare;
  readonly open: OpenSession;
  /** Shared flag; 1 once the solve has to end. */
  readonly stop: Int32Array;
  readonly watch: SolveWatch;
  readonly show: Show;
  /**
   * Called with a schedule from which a search continues, and which is the result if the process ends before the
   * search.
   */
  readonly onReserve?: (result: Omit<SolveResult, 'certificate'>) => void;
}

export const isStopped = ({ stop }: Pick<Solve, 'stop'>): boolean => Atomics.load(stop, 0) !== 0;

/** Gap relative to the objective; 0 if the bound is above the objective. */
export const relativeGap = (objective: number, bound: number): number =>
  objective === bound ? 0 : Math.max(0, objective - bound) / Math.max(Math.abs(objective), 1e-9);

/** Time at the end of the time limit, s, that is kept for an outline until the search has a schedule near its bound. */
interface Spare {
  /** Length of the spare time, s; 0 once it is used. */
  seconds: number;
  /** True once the search has a schedule near its bound. */
  isNear: boolean;
}

/** The clock of a search; it excludes the spare time. */
export const searchClock = ({ clock, spare }: Pick<Solve, 'clock' | 'spare'>): Clock => ({
  ...clock,
  leftS: () => Math.max(0, clock.leftS() - (spare && !spare.isNear ? spare.seconds : 0)),
});

/** Functions that a solve calls. */
export type SolveWatch = Omit<EngineWatch, 'signal'>;

/** Reports figures that have changed, together with the unchanged figures. */
export type Show = (news: Partial<Omit<Progress, 'elapsed_s' | 'mip_gap'>>) => void;

/**
 * Returns a function that reports progress, which never moves backwards. When single units are searched after merged
 * ones, the reports continue in the phase that the solve has reached, with the best figures so far.
 */
export function progressShower({ onProgress }: SolveWatch, { elapsedS }: Pick<Clock, 'elapsedS'>): Show {
  let state = NOT_STARTED;
  let [least, most] = [Infinity, -Infinity];
  return ({ phase = state.phase, ...news }) => {
    least = Math.min(least, news.incumbent ?? Infinity);
    most = Math.max(most, news.bound ?? -Infinity);
    const incumbent = Number.isFinite(least) ? least : null;
    const bound = Number.isFinite(most) ? Math.min(most, least) : null;
    const mip_gap = incumbent === null || bound === null ? null : relativeGap(incumbent, bound);
    const isForward = PHASES.indexOf(phase) > PHASES.indexOf(state.phase);
    const figures = { incumbent, bound, mip_gap, elapsed_s: elapsedS() };
    state = { ...state, ...news, ...figures, phase: isForward ? phase : state.phase };
    onProgress(state);
  };
}
