/** List of notable hours of a result. A link sets the hour of all panels, and the bus on the map. */
import { useMemo } from 'preact/hooks';
import { type Moment, momentSentence, momentsOf } from '../../../temporal/case/arithmetic/moments.ts';
import { highestPrice } from '../../../temporal/case/arithmetic/price-figures.ts';
import { power } from '../parts/format.ts';
import { capitalized, periodName, periods } from '../parts/interval.ts';
import { href, usePlace } from '../parts/router.ts';
import { hourlySums, NONE } from './matrix.ts';
import { lmpText, recordOf } from './price-words.ts';
import type { Room, Schedule } from './room.ts';

interface MomentsProps {
  readonly room: Room;
  readonly schedule: Schedule;
  /** Number of kept hours; the hours after them are look-ahead. */
  readonly hours: number;
}

export function Moments({ room, schedule, hours }: MomentsProps) {
  const { path, query } = usePlace();
  const moments = useMemo(() => {
    const { load, unserved, curtailed, prices } = room;
    const renewable = hourlySums(schedule.renewable_mw ?? NONE);
    return momentsOf(
      { load, renewable, unserved, curtailed, low: prices?.low ?? [], high: prices?.high ?? [] },
      hours,
    );
  }, [room, schedule, hours]);
  /** Bus with the largest value in the hour of the moment. */
  const busOf = ({ kind, hour }: Moment): string | undefined => {
    const matrix = kind === 'shortage' ? schedule.unserved_mw : kind === 'split' ? schedule.lmp : undefined;
    return matrix && highestPrice(recordOf(matrix), { from: hour, to: hour + 1 })?.bus;
  };
  return (
    <ol class="plain moments" aria-label="Moments of the day">
      {moments.map((moment) => (
        <li key={moment.kind}>
          <a href={href(path, { ...query, hour: moment.hour, range: undefined, bus: busOf(moment) })}>
            {capitalized(periodName(moment.hour))}
          </a>{' '}
          {momentSentence(moment, { power, price: lmpText, units: periods() })}
        </li>
      ))}
    </ol>
  );
}
