/**
 * Heat map of any number of rows and hours, drawn as an image. Arrow keys move a cursor; the text below the map shows
 * the value of its cell.
 */
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { periodName } from '../parts/interval.ts';
import { useStore } from '../parts/store.ts';
import { theme } from '../parts/theme.ts';
import { INK, useWidth } from './chart.tsx';
import { colorOf, css } from './color-scale.ts';
import { type Cells, LEFT, type Span } from './heat-cells.ts';
import { BOTTOM, type Cell, draw, placeOf } from './heat-drawing.ts';

interface HeatMapProps extends Cells {
  /** Description of the map for screen readers. */
  readonly label: string;
  readonly format: (value: number) => string;
  /** Range of visible hours; default: all. */
  readonly span?: Span;
  readonly selected?: Cell | undefined;
  /** Hour that the page shows, marked by a line in the map. */
  readonly hour?: number | undefined;
  /** Called with the cell under the mouse or the cursor, and with undefined when the mouse leaves the map. */
  readonly onPoint?: (cell: Cell | undefined) => void;
  /** Called with the cell on a click, or on Enter at the cursor. */
  readonly onSelect?: (cell: Cell) => void;
}

/** Least number of visible rows. */
const FEWEST = 10;
const TALLEST = 460;
const ROW = 22;

const heightOf = (rows: number): number => Math.min(TALLEST, Math.max(60, rows * ROW));

const MOVES: Readonly<Record<string, Cell>> = {
  ArrowLeft: { row: 0, hour: -1 },
  ArrowRight: { row: 0, hour: 1 },
  ArrowUp: { row: -1, hour: 0 },
  ArrowDown: { row: 1, hour: 0 },
  PageUp: { row: -FEWEST, hour: 0 },
  PageDown: { row: FEWEST, hour: 0 },
};

const within = (value: number, { from, to }: Span): number => Math.min(to - 1, Math.max(from, value));

/** Range of `count` rows around `row`. */
function around(row: number, count: number, total: number): Span {
  const from = Math.max(0, Math.min(total - count, row - Math.floor(count / 2)));
  return { from, to: Math.min(total, from + count) };
}

export function HeatMap(props: HeatMapProps) {
  const { label, names, hours, values, scale, format, heads, selected, onSelect } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useWidth(canvas);
  const [rows, setRows] = useState<Span>({ from: 0, to: names.length });
  const [pointed, setPointed] = useState<Cell>();
  const point = (cell: Cell | undefined): void => {
    setPointed(cell);
    props.onPoint?.(cell);
  };
  const ink = INK[useStore(theme)];
  const wordsId = useId();
  const cursor = pointed ?? selected;
  const shown = rows.to <= names.length ? rows : { from: 0, to: names.length };
  const height = heightOf(shown.to - shown.from);
  const { from, to } = props.span ?? { from: 0, to: hours };
  const span = useMemo(() => ({ from, to }), [from, to]);

  useEffect(() => setRows({ from: 0, to: names.length }), [names]);
  // The cursor is an element above the canvas, so that moving it does not redraw the map.
  useEffect(() => {
    if (canvas.current)
      draw(canvas.current, {
        ...{ names, hours, values, scale, heads, span, width, height, ink },
        rows: { from: shown.from, to: shown.to },
      });
  }, [names, hours, values, scale, heads, span, shown.from, shown.to, width, height, ink]);

  const cellAt = ({ offsetX, offsetY }: MouseEvent): Cell | undefined => {
    if (offsetX < LEFT || offsetY >= height) return undefined;
    const at = (share: number, { from, to }: Span): number =>
      within(from + Math.floor(share * (to - from)), { from, to });
    return { hour: at((offsetX - LEFT) / (width - LEFT), span), row: at(offsetY / height, shown) };
  };
  const moveTo = (row: number, hour: number): void => {
    const cell = { row: within(row, { from: 0, to: names.length }), hour: within(hour, span) };
    point(cell);
    if (cell.row < shown.from || cell.row >= shown.to)
      setRows(around(cell.row, shown.to - shown.from, names.length));
  };
  const onKey = (event: KeyboardEvent): void => {
    const at = cursor ?? { row: 0, hour: from };
    const move = MOVES[event.key];
    if (move) moveTo(cursor ? at.row + move.row : 0, cursor ? at.hour + move.hour : from);
    else if (event.key === 'Enter' || event.key === ' ') onSelect?.(at);
    else return;
    event.preventDefault();
  };
  /** Number of rows in a range, without heads of groups. */
  const rowsIn = ({ from, to }: Span): number =>
    to - from - [...(heads?.keys() ?? [])].filter((row) => row >= from && row < to).length;
  const place = cursor && placeOf(cursor, { rows: shown, span, width, height });
  const wordsOf = ({ row, hour }: Cell): string =>
    heads?.has(row)
      ? (names[row] ?? '')
      : `${names[row] ?? ''}, ${periodName(hour)}: ${format(values[row * hours + hour] ?? 0)}`;
  const zoom = (factor: number): void =>
    setRows(
      around(
        cursor?.row ?? shown.from,
        Math.min(names.length, Math.max(FEWEST, Math.round((shown.to - shown.from) * factor))),
        names.length,
      ),
    );
  return (
    <figure class="chart heat-map">
      <div
        role="application"
        aria-roledescription="heat map"
        aria-label={`${label} Arrow keys move through it.`}
        aria-describedby={wordsId}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move the cursor.
        tabIndex={0}
        onKeyDown={onKey}
      >
        <canvas
          ref={canvas}
          style={{ width: '100%', height: `${height + BOTTOM}px` }}
          onMouseMove={(event) => point(cellAt(event))}
          onMouseLeave={() => point(undefined)}
          onClick={(event) => {
            const cell = cellAt(event);
            if (cell) onSelect?.(cell);
          }}
        />
        {place && <i class="cell" style={place} aria-hidden="true" />}
        {props.hour !== undefined && (
          <i
            class="now"
            aria-hidden="true"
            style={{ '--left': `${LEFT}px`, '--hour': (props.hour + 0.5 - from) / (to - from) }}
          />
        )}
      </div>
      <figcaption>
        <output id={wordsId}>{cursor ? wordsOf(cursor) : 'Hover over a cell for its value.'}</output>
        <Legend scale={scale} format={format} />
        {names.length > FEWEST && (
          <span class="actions">
            Rows {rowsIn({ from: 0, to: shown.from }) + 1}–{rowsIn({ from: 0, to: shown.to })} of{' '}
            {rowsIn({ from: 0, to: names.length })}
            <button type="button" aria-label="Fewer rows" onClick={() => zoom(1 / 3)}>
              +
            </button>
            <button type="button" aria-label="More rows" onClick={() => zoom(3)}>
              −
            </button>
          </span>
        )}
      </figcaption>
    </figure>
  );
}

export function Legend({ scale, format }: Pick<HeatMapProps, 'scale' | 'format'>) {
  const { low, high, stops, words, signs, ends: [least, most] = [low, high] } = scale;
  if (words)
    return (
      <span class="legend">
        {words.map((word, i) => (
          <span key={word}>
            <i style={{ background: css(colorOf(scale, low + i)) }} /> {word} {signs?.[i]}
          </span>
        ))}
      </span>
    );
  return (
    <span class="legend">
      {least < low ? `${format(least)} to ${format(low)}` : format(low)}
      <i class="ramp" style={{ background: `linear-gradient(to right, ${stops.map(css).join(', ')})` }} />
      {most > high ? `${format(high)} to ${format(most)}` : format(high)}
    </span>
  );
}
