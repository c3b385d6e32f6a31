/** Draws a heat map on its canvas: cells, gaps between large ones, names, ticks and the cursor. */
import { tick } from '../parts/interval.ts';
import type { ColorScale } from './color-scale.ts';
import { paint, type Rows } from './heat-cells.ts';

export interface Cell {
  readonly row: number;
  readonly hour: number;
}

/** Left of the hours, px: the place of the names. */
export const LEFT = 84;
/** Below the rows, px: the place of the ticks. */
export const BOTTOM = 22;
/** A row that is lower has no place for its name. */
const NAME = 12;

interface Drawing {
  readonly names: readonly string[];
  readonly hours: number;
  /** Row after row. */
  readonly values: Float64Array;
  readonly scale: ColorScale;
  readonly rows: Rows;
  readonly cursor: Cell | undefined;
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
