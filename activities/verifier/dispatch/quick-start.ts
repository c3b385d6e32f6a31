/** Non-spinning reserve of a unit that is off: what it reaches from off once its minimum down time has passed. */
import type { UnitSchedule } from '../schedule/schedule.ts';
import { at, toRuns } from '../schedule/series.ts';

type Rests = Pick<UnitSchedule, 'min_downtime' | 'initial_status'>;

/** First hour of a stretch off in which the unit may start. `initial`: the stretch began before the first hour. */
export const firstRested = (
  { min_downtime, initial_status }: Rests,
  from: number,
  initial: boolean,
): number => (initial ? Math.max(0, min_downtime + initial_status) : from + Math.max(1, min_downtime));

/** Most non-spinning reserve of the unit in its commitment, MW, shape [horizon]. */
export function quickStart(unit: UnitSchedule): number[] {
  const mw = unit.p_min.map(() => 0);
  for (const { on, start, end, initial } of toRuns(unit.on, unit.onBefore))
    for (let hour = firstRested(unit, start, initial); !on && hour < end; hour++)
      mw[hour] = at(unit.quick_start_mw, hour);
  return mw;
}
