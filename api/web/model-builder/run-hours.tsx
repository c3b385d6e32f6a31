/** Every hour of a run above its prices; a part is zoomed into, and an hour leads to the job that solved it. */
import { useMemo } from 'preact/hooks';
import { Chart } from '../charts/chart.tsx';
import { Choice } from '../parts/form.tsx';
import { count, power } from '../parts/format.ts';
import { go, setQuery, usePlace } from '../parts/router.ts';
import type { Room } from '../results/room.ts';
import { CHART_HEIGHT } from '../results/room-chart.ts';
import { type Day, monthsOf } from './days.ts';
import { runOption } from './run-chart.ts';
import { atHours, bucketSize, drawnHours, MOST_HOURS } from './run-hours.ts';

interface HoursProps {
  readonly days: readonly Day[];
  readonly room: Room;
}

/** Days of a part of a run without dates. */
const FOUR_WEEKS = 28;

/** Months, or four weeks each: what is drawn hour by hour of a long run. */
function partsOf(days: readonly Day[]): ReadonlyMap<string, readonly Day[]> {
  const months = monthsOf(days);
  if (months.length > 0) return new Map(months);
  const firsts = days.flatMap((_, at) => (at % FOUR_WEEKS === 0 ? [at] : []));
  return new Map(
    firsts.map((at) => [`days ${at + 1} to ${at + FOUR_WEEKS}`, days.slice(at, at + FOUR_WEEKS)]),
  );
}

export function Hours({ days, room }: HoursProps) {
  const { query } = usePlace();
  const parts = useMemo(() => partsOf(days), [days]);
  const name = query['part'] ?? '';
  const part = parts.get(name) ?? days;
  const from = part[0]?.start_hour ?? 0;
  const end = part.at(-1);
  const to = end ? end.start_hour + end.hours : 0;
  const { load, unserved, prices } = room;
  const hours = useMemo(
    () => drawnHours([load, unserved, ...(prices ? [prices.low, prices.high] : [])], from, to),
    [room, from, to],
  );
  const option = useMemo(() => runOption(atHours(room, hours), hours), [room, hours]);
  const peak = Math.max(0, ...load.subarray(from, to).filter(Number.isFinite));
  const isLong = to - from > MOST_HOURS;
  return (
    <div>
      {room.hours > MOST_HOURS && (
        <Choice
          label="Hours of"
          value={parts.has(name) ? name : ''}
          options={[['', 'the whole run'], ...[...parts.keys()].map((key) => [key, key] as const)]}
          onValue={(chosen) => setQuery({ part: chosen || undefined }, { replace: true })}
        />
      )}
      {isLong && (
        <p>
          {count(hours.length)} of {count(to - from)} hours are drawn: of each {count(bucketSize(from, to))}{' '}
          hours those with the lowest and the highest load, price and unserved load. Choose a part to see
          every hour.
        </p>
      )}
      <Chart
        label={`Supply by fuel with load, and prices below, of ${count(to - from)} hours; the load is at most ${power(peak)}.`}
        option={option}
        height={CHART_HEIGHT + ZOOM_HEIGHT}
        onClick={({ dataIndex }) => {
          const hour = hours[dataIndex] ?? 0;
          const day = days.find(({ start_hour, hours: kept }) => hour < start_hour + kept);
          if (day) go(`/jobs/${day.job_id}`, { hour: String(hour - day.start_hour) });
        }}
      />
    </div>
  );
}

/** Height of the slider below the chart, px. */
const ZOOM_HEIGHT = 32;
