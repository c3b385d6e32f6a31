/**
 * Rows x hours as colours, of any size: each value is a point of an image. Arrow keys move a cursor, and what it stands
 * on is said below the map.
 */

import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { periodName, tick } from '../parts/interval.ts';
import { useStore } from '../parts/store.ts';
import { theme } from '../parts/theme.ts';
import { INK } from './chart.tsx';
import type { ColorScale } from './color-scale.ts';
import { paint, type Rows } from './heat-cells.ts';
import { Legend } from './legend.tsx';

export interface Cell {
  readonly row: number;
  readonly hour: number;
}

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

/** Left of the hours, px: the place of the names. */
export const LEFT = 84;
const BOTTOM = 22;
const TALLEST = 460;
const ROW = 22;
/** A row that is lower has no place for its name. */
const NAME = 12;
/** Fewest rows that zooming in leaves. */
const FEWEST = 10;

const heightOf = (rows: number): number => Math.min(TALLEST, Math.max(60, rows * ROW));

interface Drawing extends HeatMapProps {
  readonly rows: Rows;
  readonly cursor: Cell | undefined;
  readonly width: number;
  readonly height: number;
  readonly ink: { readonly text: string; readonly line: string; readonly back: string };
}

function draw(canvas: HTMLCanvasElement, drawing: Drawing): void {
  const { width, height } = drawing;
  const context = canvas.getContext('2d');
  if (!context || width <= LEFT || drawing.hours === 0) return;
  const ratio = devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round((height + BOTTOM) * ratio);
  context.scale(ratio, ratio);
  drawCells(context, drawing);
  drawGaps(context, drawing);
  drawNames(context, drawing);
  drawCursor(context, drawing);
}

function drawCells(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { rows, hours, values, scale, width, height } = drawing;
  const lines = Math.min(rows.to - rows.from, height);
  const pixels = paint({ columns: hours, values }, rows, lines, scale);
  const image = new OffscreenCanvas(hours, lines);
  image.getContext('2d')?.putImageData(new ImageData(pixels, hours, lines), 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, LEFT, 0, width - LEFT, height);
}

/** A cell that is smaller has no place for them. */
const GAPS = 10;

/** Thin gaps between cells, and the sign of those whose colour alone would say too little. */
function drawGaps(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { rows, hours, values, scale, width, height, ink } = drawing;
  const [perHour, perRow] = [(width - LEFT) / hours, height / (rows.to - rows.from)];
  if (perHour < GAPS || perRow < GAPS) return;
  context.fillStyle = ink.back;
  for (let hour = 0; hour <= hours; hour += 1) context.fillRect(LEFT + hour * perHour - 0.5, 0, 1, height);
  for (let row = 0; row <= rows.to - rows.from; row += 1)
    context.fillRect(LEFT, row * perRow - 0.5, width - LEFT, 1);
  if (!scale.signs) return;
  context.fillStyle = '#10161d';
  context.font = 'bold 11px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let row = rows.from; row < rows.to; row += 1) {
    for (let hour = 0; hour < hours; hour += 1) {
      const sign = scale.signs[(values[row * hours + hour] ?? 0) - scale.low];
      if (sign) context.fillText(sign, LEFT + (hour + 0.5) * perHour, (row - rows.from + 0.5) * perRow);
    }
  }
}

/** Hours between ticks, and pixels that they keep apart. */
const STEPS = [1, 2, 3, 6, 12, 24, 48, 168];
const TICK_GAP = 8;

function drawNames(
  context: CanvasRenderingContext2D,
  { names, hours, rows, width, height, ink }: Drawing,
): void {
  context.fillStyle = ink.text;
  context.font = '11px system-ui, sans-serif';
  context.textBaseline = 'middle';
  context.textAlign = 'right';
  const perRow = height / (rows.to - rows.from);
  const step = Math.ceil(NAME / perRow);
  for (let row = rows.from; row < rows.to; row += step)
    context.fillText(
      shortened(names[row] ?? ''),
      LEFT - 6,
      Math.max(NAME / 2, (row - rows.from + 0.5) * perRow),
    );
  context.textAlign = 'center';
  const perHour = (width - LEFT) / hours;
  const widest = Math.max(...[0, 1, hours - 1].map((hour) => context.measureText(tick(hour)).width));
  const every = STEPS.find((candidate) => candidate * perHour >= widest + TICK_GAP) ?? 720;
  for (let hour = 0; hour < hours; hour += every)
    context.fillText(tick(hour), LEFT + (hour + 0.5) * perHour, height + BOTTOM / 2);
}

const shortened = (name: string): string => (name.length > 13 ? `${name.slice(0, 12)}…` : name);

function drawCursor(
  context: CanvasRenderingContext2D,
  { cursor, hours, rows, width, height, ink }: Drawing,
): void {
  if (!cursor || cursor.row < rows.from || cursor.row >= rows.to) return;
  const [perHour, perRow] = [(width - LEFT) / hours, height / (rows.to - rows.from)];
  const [x, y] = [LEFT + cursor.hour * perHour, (cursor.row - rows.from) * perRow];
  for (const [color, line] of [
    [ink.line, 4],
    [ink.text, 2],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = line;
    context.strokeRect(x, y, Math.max(3, perHour), Math.max(3, perRow));
  }
}

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
