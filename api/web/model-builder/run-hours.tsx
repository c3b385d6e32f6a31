/** Hourly chart of a run, and a calendar of its days that shows a figure by colours. Both link to jobs. */
import { useMemo } from 'preact/hooks';
import { dayName } from '../../client/dates.ts';
import { Chart } from '../charts/chart.tsx';
import { Choice } from '../parts/form.tsx';
import { count, power } from '../parts/format.ts';
import { isGuest } from '../parts/guest.ts';
import { go, href, setQuery, usePlace } from '../parts/router.ts';
import { shade } from '../parts/theme.ts';
import type { Room } from '../results/room.ts';
import { CHART_HEIGHT } from '../results/room-chart.ts';
import {
  type CalendarCell,
  calendarCells,
  DAY_FIGURES,
  type Day,
  type DayFigure,
  monthsOf,
  rowLength,
} from './days.ts';
import { runOption } from './run-chart.ts';
import { atHours, bucketSize, drawnHours, MOST_HOURS } from './run-hours.ts';

/** Number of days in a part of a run without dates. */
const FOUR_WEEKS = 28;

/** Parts of a long run that can be drawn hour by hour: months, or four weeks each if the run has no dates. */
function partsOf(days: readonly Day[]): ReadonlyMap<string, readonly Day[]> {
  const months = monthsOf(days);
  if (months.length > 0) return new Map(months);
  const firsts = days.flatMap((_, at) => (at % FOUR_WEEKS === 0 ? [at] : []));
  return new Map(
    firsts.map((at) => [`days ${at + 1} to ${at + FOUR_WEEKS}`, days.slice(at, at + FOUR_WEEKS)]),
  );
}

export function Hours({ days, room }: { readonly days: readonly Day[]; readonly room: Room }) {
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
          {count(hours.length)} of {count(to - from)} hours are drawn: those with the lowest and highest load,
          price and unserved load of each {count(bucketSize(from, to))} hours. Choose a part to see every
          hour.
        </p>
      )}
      <Chart
        label={`Supply by fuel with load, and prices below, of ${count(to - from)} hours; peak load ${power(peak)}.`}
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

export function Calendar({ days }: { readonly days: readonly Day[] }) {
  const { query } = usePlace();
  const figure = DAY_FIGURES.find(({ name }) => name === query['figure']) ?? DAY_FIGURES[0];
  const length = rowLength(days.length);
  return (
    <div>
      <Choice
        label="Figure"
        value={figure.name}
        options={DAY_FIGURES.map(({ name, text }) => [name, text] as const)}
        onValue={(name) => setQuery({ figure: name }, { replace: true })}
      />
      <p>
        {length > 1 && `${length} days per row. `}Darker is higher.{!isGuest && ' Click a day to open it.'}
      </p>
      <ol
        class={`calendar ${length > 1 ? 'dense' : 'list'}`}
        style={{ gridTemplateColumns: `repeat(${length}, minmax(0, 1fr))` }}
      >
        {calendarCells(days, figure.name).map((cell) => (
          <li key={cell.day.day}>
            <DayLink cell={cell} figure={figure} isDense={length > 1} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function DayLink({
  cell: { day, value, share },
  figure,
  isDense,
}: {
  readonly cell: CalendarCell;
  readonly figure: DayFigure;
  /** True if cells are so small that only a number fits. */
  readonly isDense: boolean;
}) {
  const date = dayName(day.start_time);
  const text = value === null ? day.termination_status : figure.format(value);
  return (
    <a
      class={share === null ? 'bad' : undefined}
      href={href(`/jobs/${day.job_id}`)}
      title={
        day.message ?? `${date ?? `Hours ${day.start_hour} to ${day.start_hour + day.hours - 1}`}: ${text}`
      }
      aria-label={`${date ?? `Day ${day.day}`}: ${text}`}
      style={share === null ? undefined : { background: shade(share) }}
    >
      <span>{isDense ? day.day : (date ?? day.day)}</span>
      <strong>{text}</strong>
    </a>
  );
}
