/** The moments of the day: a sentence each, and a link that sets the hour of all panels, and on the map the bus. */
import { useMemo } from 'preact/hooks';
import { type Moment, momentSentence, momentsOf } from '../../../temporal/case/arithmetic/moments.ts';
import { power } from '../parts/format.ts';
import { capitalized, periodName, periods } from '../parts/interval.ts';
import { href, usePlace } from '../parts/router.ts';
import { hourlySums, type Matrix, NONE, peakOf, rowsOf } from './matrix.ts';
import { lmpText } from './price-words.ts';
import type { Room, Schedule } from './room.ts';

interface MomentsProps {
  readonly room: Room;
  readonly schedule: Schedule;
  /** The first hours count, the others look ahead. */
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
  /** The bus where there is most of it. */
  const busOf = ({ kind, hour }: Moment): string | undefined => {
    const matrix: Partial<Record<Moment['kind'], Matrix>> = {
      shortage: schedule.unserved_mw ?? NONE,
      split: schedule.lmp,
    };
    const { names } = matrix[kind] ?? NONE;
    return names[peakOf(rowsOf(matrix[kind] ?? NONE).map(([, values]) => values[hour] ?? 0))?.hour ?? -1];
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
