/** Draws a heat map on its canvas: cells, gaps between large cells, group heads, names and ticks. */
import { tick } from '../parts/interval.ts';
import { type Cells, LEFT, paint, type Span, STEPS } from './heat-cells.ts';

export interface Cell {
  readonly row: number;
  readonly hour: number;
}

/** Height of the ticks below the rows, px. */
export const BOTTOM = 22;
/** Height of the text of a row name, px. */
const NAME = 12;

interface Drawing extends Cells {
  readonly rows: Span;
  /** Range of visible hours. */
  readonly span: Span;
  readonly width: number;
  readonly height: number;
  readonly ink: { readonly text: string; readonly line: string; readonly back: string };
}

export function draw(canvas: HTMLCanvasElement, drawing: Drawing): void {
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
}

function drawCells(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { rows, span, hours, width, height } = drawing;
  const lines = Math.min(rows.to - rows.from, height);
  const pixels = paint(drawing, rows, lines);
  const image = new OffscreenCanvas(hours, lines);
  image.getContext('2d')?.putImageData(new ImageData(pixels, hours, lines), 0, 0);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, span.from, 0, span.to - span.from, lines, LEFT, 0, width - LEFT, height);
}

/** Smallest cell size at which gaps and symbols are drawn, px. */
const GAPS = 10;

/** Draws the gaps between cells, and the symbols on cells. */
function drawGaps(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { rows, span, hours, values, scale, width, height, ink } = drawing;
  const { perHour, perRow } = sizesOf(drawing);
  if (perHour < GAPS || perRow < GAPS) return;
  context.fillStyle = ink.back;
  for (let hour = 0; hour <= span.to - span.from; hour += 1)
    context.fillRect(LEFT + hour * perHour - 0.5, 0, 1, height);
  for (let row = 0; row <= rows.to - rows.from; row += 1)
    context.fillRect(LEFT, row * perRow - 0.5, width - LEFT, 1);
  if (!scale.signs) return;
  context.fillStyle = '#10161d';
  context.font = 'bold 11px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  for (let row = rows.from; row < rows.to; row += 1) {
    for (let hour = span.from; hour < span.to; hour += 1) {
      const sign = scale.signs[(values[row * hours + hour] ?? 0) - scale.low];
      if (sign)
        context.fillText(sign, LEFT + (hour - span.from + 0.5) * perHour, (row - rows.from + 0.5) * perRow);
    }
  }
}

/** Least distance between the labels of two ticks, px. */
const TICK_GAP = 8;

/** Visible heads of groups with the centres of their names, px. Names do not overlap. */
function headsIn({ heads, rows, height }: Drawing): { y: number; row: number; color: string }[] {
  let free = 0;
  return [...(heads ?? [])]
    .filter(([row]) => row >= rows.from && row < rows.to)
    .map(([row, color]) => {
      const y = Math.max(free, middleOf(row, rows, height));
      free = y + NAME;
      return { row, color, y };
    });
}

const middleOf = (row: number, rows: Span, height: number): number =>
  Math.max(NAME / 2, ((row - rows.from + 0.5) * height) / (rows.to - rows.from));

/** Draws the names of groups, the names of rows if there is room, and the hours. */
function drawNames(context: CanvasRenderingContext2D, drawing: Drawing): void {
  const { names, rows, span, width, height, ink } = drawing;
  const heads = headsIn(drawing);
  const { perRow, perHour } = sizesOf(drawing);
  context.textBaseline = 'middle';
  context.font = 'bold 11px system-ui, sans-serif';
  context.textAlign = 'left';
  for (const { row, color, y } of heads) {
    context.fillStyle = ink.back;
    context.fillRect(LEFT, (row - rows.from) * perRow, width - LEFT, Math.max(1, perRow));
    context.fillStyle = color;
    context.fillRect(0, y - 4, 8, 8);
    context.fillStyle = ink.text;
    context.fillText(shortened(names[row] ?? ''), 12, y, LEFT - 16);
  }
  context.fillStyle = ink.text;
  context.font = '11px system-ui, sans-serif';
  context.textAlign = 'right';
  const step = Math.ceil(NAME / perRow);
  for (let row = rows.from; row < rows.to; row += step) {
    const y = middleOf(row, rows, height);
    if (!drawing.heads?.has(row) && heads.every((head) => Math.abs(head.y - y) >= NAME))
      context.fillText(shortened(names[row] ?? ''), LEFT - 6, y, LEFT - 6);
  }
  context.textAlign = 'center';
  const widest = Math.max(
    ...[span.from, span.from + 1, span.to - 1].map((hour) => context.measureText(tick(hour)).width),
  );
  const every = STEPS.find((candidate) => candidate * perHour >= widest + TICK_GAP) ?? 720;
  for (let hour = span.from; hour < span.to; hour += every)
    context.fillText(tick(hour), LEFT + (hour - span.from + 0.5) * perHour, height + BOTTOM / 2);
}

/** Name shortened to 17 characters; `fillText` squeezes it if it is still too wide. */
const shortened = (name: string): string => (name.length > 17 ? `${name.slice(0, 16)}…` : name);

type Sizes = Pick<Drawing, 'rows' | 'span' | 'width' | 'height'>;

/** Width and height of a cell, px. */
const sizesOf = ({ rows, span, width, height }: Sizes) => ({
  perHour: (width - LEFT) / (span.to - span.from),
  perRow: height / (rows.to - rows.from),
});

/** Position of a cell, px; undefined if the cell is not visible. */
export function placeOf({ row, hour }: Cell, sizes: Sizes) {
  const { rows, span } = sizes;
  if (row < rows.from || row >= rows.to || hour < span.from || hour >= span.to) return undefined;
  const { perHour, perRow } = sizesOf(sizes);
  return {
    left: `${LEFT + (hour - span.from) * perHour}px`,
    top: `${(row - rows.from) * perRow}px`,
    width: `${Math.max(3, perHour)}px`,
    height: `${Math.max(3, perRow)}px`,
  };
}
