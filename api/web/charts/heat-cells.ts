/**
 * Pixels of a heat map (pure). A pixel line shows one row of values, or several rows if there are more rows than
 * pixels.
 */
import { type ColorScale, colorTable } from './color-scale.ts';

/** Possible distances between two ticks, hours. */
export const STEPS = [1, 2, 3, 6, 12, 24, 48, 168];

/** Width of the row names to the left of the cells, px. */
export const LEFT = 104;

export interface Cells {
  readonly names: readonly string[];
  readonly hours: number;
  /** Values, row by row. */
  readonly values: Float64Array;
  readonly scale: ColorScale;
  /** Row -> its colours, for rows that are heads of groups. */
  readonly heads?: ReadonlyMap<number, string> | undefined;
}

type Painted = Pick<Cells, 'hours' | 'values' | 'scale'>;

/** Range of visible rows or hours; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The value farthest from the neutral value, among a range of rows in one hour. */
function farthest({ hours, values, scale: { calm } }: Painted, hour: number, { from, to }: Span): number {
  let extreme = calm;
  let most = -1;
  for (let row = from; row < to; row += 1) {
    const value = values[row * hours + hour] ?? calm;
    const distance = Math.abs(value - calm);
    if (distance > most) {
      extreme = value;
      most = distance;
    }
  }
  return extreme;
}

/** Range of rows shown by line `line` of `lines` lines of pixels. */
export function rowsAt({ from, to }: Span, line: number, lines: number): Span {
  const count = to - from;
  const first = from + Math.floor((line * count) / lines);
  return { from: first, to: Math.max(first + 1, from + Math.floor(((line + 1) * count) / lines)) };
}

/** RGBA pixels of `lines` lines, as in `ImageData`. */
export function paint(cells: Painted, rows: Span, lines: number): Uint8ClampedArray<ArrayBuffer> {
  const { hours, scale } = cells;
  const colors = colorTable(scale);
  const perStep = (colors.length - 1) / (scale.high - scale.low || 1);
  const pixels = new Uint8ClampedArray(hours * lines * 4);
  for (let line = 0, at = 0; line < lines; line += 1) {
    const shown = rowsAt(rows, line, lines);
    for (let hour = 0; hour < hours; hour += 1, at += 4) {
      const step = Math.round((farthest(cells, hour, shown) - scale.low) * perStep);
      const [red, green, blue] = colors[Math.min(colors.length - 1, Math.max(0, step))] ?? [0, 0, 0];
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}
