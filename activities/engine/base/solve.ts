/** One solve: its clock, what its steps share, and what those who follow it are shown. */
import { NOT_STARTED, PHASES, type Progress } from '../../../temporal/case/messages/job.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import type { OpenSession } from '../../solvers/solver.ts';
import type { EngineRequest, EngineWatch } from './engine.ts';
import type { PreparedCase } from './prepared-case.ts';

/** What is left of a time limit, s. */
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

/** A clock that gives a share of what is left of another, and never more than that. */
export function shareOfClock(clock: Clock, share: number): Clock {
  const part = startClock(clock.leftS() * share);
  return { ...part, leftS: () => Math.min(part.leftS(), clock.leftS()) };
}

export interface Solve {
  readonly request: EngineRequest;
  readonly prepared: PreparedCase;
  readonly clock: Clock;
  /** Time that the searches leave; absent where they may have all of it. */
  readonly spare?: Spare;
  readonly open: OpenSession;
  /** Shared; 1 once the solve is told to end. */
  readonly stop: Int32Array;
  readonly watch: SolveWatch;
  readonly show: Show;
  /** Called with a result that a search goes on from, and that stands if the search does not end. */
  readonly onReserve?: (result: Omit<SolveResult, 'certificate'>) => void;
}

export const isStopped = ({ stop }: Pick<Solve, 'stop'>): boolean => Atomics.load(stop, 0) !== 0;

/** Relative to the objective; 0 where the bound is above it. */
export const relativeGap = (objective: number, bound: number): number =>
  objective === bound ? 0 : Math.max(0, objective - bound) / Math.max(Math.abs(objective), 1e-9);

/** Seconds at the end of the time that are for an outline, as long as the search has no schedule near its bound. */
interface Spare {
  /** 0 once they are used. */
  seconds: number;
  /** True once there is one. */
  isNear: boolean;
}

/** The clock of a search, which leaves the spared time. */
export const searchClock = ({ clock, spare }: Pick<Solve, 'clock' | 'spare'>): Clock => ({
  ...clock,
  leftS: () => Math.max(0, clock.leftS() - (spare && !spare.isNear ? spare.seconds : 0)),
});

/** Who follows a solve. */
export type SolveWatch = Omit<EngineWatch, 'signal'>;

/** Shows what has changed, together with what has not. */
export type Show = (news: Partial<Omit<Progress, 'elapsed_s' | 'mip_gap'>>) => void;

/**
 * Single units that are searched after merged ones go on in the phase that the solve has reached, and with the best
 * figures so far: a schedule stays a schedule, and a bound stays proven.
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
