/**
 * Rows x hours as colours, of any size: each value is a point of an image. Arrow keys move a cursor, and what it stands
 * on is said below the map.
 */

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { periodName } from '../parts/interval.ts';
import { useStore } from '../parts/store.ts';
import { theme } from '../parts/theme.ts';
import { INK } from './chart.tsx';
import type { ColorScale } from './color-scale.ts';
import type { Rows } from './heat-cells.ts';
import { BOTTOM, type Cell, draw, LEFT } from './heat-drawing.ts';
import { Legend } from './legend.tsx';

interface HeatMapProps {
  /** What it shows, in a sentence. */
  readonly label: string;
  readonly names: readonly string[];
  readonly hours: number;
  /** Row after row. */
  readonly values: Float64Array;
  readonly scale: ColorScale;
  readonly format: (value: number) => string;
  readonly selected?: Cell | undefined;
  /** A click, or Enter on the cursor. */
  readonly onSelect?: (cell: Cell) => void;
}

/** Fewest rows that zooming in leaves. */
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

const within = (value: number, count: number): number => Math.min(count - 1, Math.max(0, value));

/** `count` rows around the one of the cursor. */
function around(row: number, count: number, total: number): Rows {
  const from = Math.max(0, Math.min(total - count, row - Math.floor(count / 2)));
  return { from, to: Math.min(total, from + count) };
}

export function HeatMap(props: HeatMapProps) {
  const { label, names, hours, values, scale, format, selected, onSelect } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [rows, setRows] = useState<Rows>({ from: 0, to: names.length });
  const [pointed, setPointed] = useState<Cell>();
  const ink = INK[useStore(theme)];
  const wordsId = useId();
  const cursor = pointed ?? selected;
  const shown = rows.to <= names.length ? rows : { from: 0, to: names.length };
  const height = heightOf(shown.to - shown.from);

  useEffect(() => {
    const element = canvas.current?.parentElement;
    if (!element) return;
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => setRows({ from: 0, to: names.length }), [names]);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, { ...props, rows: shown, cursor, width, height, ink });
  });

  const cellAt = ({ offsetX, offsetY }: MouseEvent): Cell | undefined => {
    if (offsetX < LEFT || offsetY >= height) return undefined;
    const hour = within(Math.floor(((offsetX - LEFT) / (width - LEFT)) * hours), hours);
    return {
      hour,
      row: shown.from + within(Math.floor((offsetY / height) * (shown.to - shown.from)), names.length),
    };
  };
  const moveTo = (row: number, hour: number): void => {
    const cell = { row: within(row, names.length), hour: within(hour, hours) };
    setPointed(cell);
    if (cell.row < shown.from || cell.row >= shown.to)
      setRows(around(cell.row, shown.to - shown.from, names.length));
  };
  const onKey = (event: KeyboardEvent): void => {
    const at = cursor ?? { row: 0, hour: 0 };
    const move = MOVES[event.key];
    if (move) moveTo(cursor ? at.row + move.row : 0, cursor ? at.hour + move.hour : 0);
    else if (event.key === 'Enter' || event.key === ' ') onSelect?.(at);
    else return;
    event.preventDefault();
  };
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
          onMouseMove={(event) => setPointed(cellAt(event))}
          onMouseLeave={() => setPointed(undefined)}
          onClick={(event) => {
            const cell = cellAt(event);
            if (cell) onSelect?.(cell);
          }}
        />
      </div>
      <figcaption>
        <output id={wordsId}>
          {cursor
            ? `${names[cursor.row] ?? ''}, ${periodName(cursor.hour)}: ${format(values[cursor.row * hours + cursor.hour] ?? 0)}`
            : 'Point at a cell to read it.'}
        </output>
        <Legend scale={scale} format={format} />
        {names.length > FEWEST && (
          <span class="actions">
            Rows {shown.from + 1}–{shown.to} of {names.length}
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
