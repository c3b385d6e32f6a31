/** The days of a run, shaded by a figure; each leads to the job that solved it. */
import { dayName } from '../parts/dates.ts';
import { Card } from '../parts/elements.tsx';
import { Choice } from '../parts/form.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { type CalendarCell, calendarRows, DAY_FIGURES, type DayFigure, rowLength } from './calendar.ts';
import type { Day } from './days.ts';

interface CalendarProps {
  readonly days: readonly Day[];
  /** Days of the whole run, which is shown by weeks when it has more than one week. */
  readonly total: number;
}

export function Calendar({ days, total }: CalendarProps) {
  const { query } = usePlace();
  const figure = DAY_FIGURES.find(({ name }) => name === query['figure']) ?? DAY_FIGURES[0];
  const rows = calendarRows(days, figure.name);
  const length = rowLength(days.length);
  return (
    <Card title={total === 1 ? 'The solve' : 'Days'}>
      <Choice
        label="Figure"
        value={figure.name}
        options={DAY_FIGURES.map(({ name, text }) => [name, text] as const)}
        onValue={(name) => setQuery({ figure: name }, { replace: true })}
      />
      <p>
        {total > 1 && 'Seven days from the first hour are a week. '}The darker, the more; each day leads to
        its job.
      </p>
      <ol
        class={`calendar${length > 7 ? ' dense' : ''}`}
        style={{ gridTemplateColumns: `repeat(${Math.min(length, days.length)}, minmax(0, 1fr))` }}
      >
        {rows.flat().map((cell) => (
          <li key={cell.day.day}>
            <DayLink cell={cell} figure={figure} isDense={length > 7} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Dark enough to be told apart, light enough to be written on. */
const DARKEST = 48;

function DayLink({
  cell: { day, value, share },
  figure,
  isDense,
}: {
  readonly cell: CalendarCell;
  readonly figure: DayFigure;
  /** There is room for a number only. */
  readonly isDense: boolean;
}) {
  const date = dayName(day.start_time);
  const text = value === null ? day.termination_status : figure.format(value);
  const shade = `color-mix(in srgb, var(--accent) ${(4 + (share ?? 0) * (DARKEST - 4)).toFixed(1)}%, var(--surface))`;
  return (
    <a
      class={share === null ? 'bad' : undefined}
      href={href(`/jobs/${day.job_id}`)}
      title={
        day.message ?? `${date ?? `Hours ${day.start_hour} to ${day.start_hour + day.hours - 1}`}: ${text}`
      }
      aria-label={`${date ?? `Day ${day.day}`}: ${text}`}
      style={share === null ? undefined : { background: shade }}
    >
      <span>{isDense ? day.day : (date ?? day.day)}</span>
      <strong>{text}</strong>
    </a>
  );
}
