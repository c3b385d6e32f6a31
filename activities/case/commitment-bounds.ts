/**
 * Hours in which a unit must or may be on, from availability, a given or fixed commitment, must-run and the initial
 * status (pglib-uc (4), (5)).
 */
import { valueAt } from '../../temporal/case/arithmetic/series.ts';
import type { JobType } from '../../temporal/solvers.ts';
import type { CaseGenerator } from './case.ts';

export interface CommitmentBounds {
  /** Number of intervals from the first in which the initial status keeps the unit on, or off. */
  readonly heldOn: number;
  readonly heldOff: number;
  /** True in intervals in which the unit must be on, shape [T]. The next field: true in those in which it may be on. */
  readonly mustBeOn: readonly boolean[];
  readonly mayBeOn: readonly boolean[];
}

/** True if the unit must run in an interval. */
export const mustRunIn = ({ must_run }: Pick<CaseGenerator, 'must_run'>, t: number): boolean =>
  valueAt(must_run, t) === true;

export function commitmentBounds(unit: CaseGenerator, jobType: JobType): CommitmentBounds {
  const { isAvailable, commitment, fixed, initial_status, min_uptime, min_downtime } = unit;
  if (jobType === 'ed') {
    const on = commitment ? isAvailable.map((_, t) => commitment[t] === 1) : isAvailable;
    return {
      heldOn: 0,
      heldOff: 0,
      mustBeOn: on,
      mayBeOn: on.map((isOn, t) => isOn && isAvailable[t] === true),
    };
  }
  const heldOn = initial_status > 0 ? Math.max(0, min_uptime - initial_status) : 0;
  const heldOff = initial_status > 0 ? 0 : Math.max(0, min_downtime + initial_status);
  return {
    heldOn,
    heldOff,
    mustBeOn: isAvailable.map((_, t) => mustRunIn(unit, t) || t < heldOn || fixed.get(t) === true),
    mayBeOn: isAvailable.map((is, t) => is && t >= heldOff && fixed.get(t) !== false),
  };
}
