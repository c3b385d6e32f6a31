/** The days of a run, shaded by a figure; each leads to the job that solved it. */
import { dayName } from '../parts/dates.ts';
import { Choice } from '../parts/form.tsx';
import { href, setQuery, usePlace } from '../parts/router.ts';
import { shade } from '../parts/theme.ts';
import type { Day } from './days.ts';
import { type CalendarCell, calendarCells, DAY_FIGURES, type DayFigure, rowLength } from './days.ts';

interface CalendarProps {
  readonly days: readonly Day[];
}

export function Calendar({ days }: CalendarProps) {
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
        {length > 1 && `${length} days to a row. `}The stronger the colour, the more; each day leads to its
        job.
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
  /** There is room for a number only. */
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
