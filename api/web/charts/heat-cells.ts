/** The points of a heat map: one per value, or one for several rows where there are more rows than points (pure). */
import { type ColorScale, colorTable } from './color-scale.ts';

/** Left of the hours, px: the place of the names. */
export const LEFT = 104;

export interface Cells {
  readonly columns: number;
  /** Row after row. */
  readonly values: Float64Array;
}

/** Rows or hours that are shown: from the first to before the last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The value farthest from `calm` in rows `from` to before `to` of a column. */
function farthest({ columns, values }: Cells, column: number, { from, to }: Span, calm: number): number {
  let found = calm;
  let most = -1;
  for (let row = from; row < to; row += 1) {
    const value = values[row * columns + column] ?? calm;
    const distance = Math.abs(value - calm);
    if (distance > most) {
      found = value;
      most = distance;
    }
  }
  return found;
}

/** Rows that point `line` of `lines` stands for. */
export function rowsAt({ from, to }: Span, line: number, lines: number): Span {
  const count = to - from;
  const first = from + Math.floor((line * count) / lines);
  return { from: first, to: Math.max(first + 1, from + Math.floor(((line + 1) * count) / lines)) };
}

/** Red, green, blue and opacity of `lines` rows of points, as an image has them. */
export function paint(
  cells: Cells,
  rows: Span,
  lines: number,
  scale: ColorScale,
): Uint8ClampedArray<ArrayBuffer> {
  const colors = colorTable(scale);
  const perStep = (colors.length - 1) / (scale.high - scale.low || 1);
  const pixels = new Uint8ClampedArray(cells.columns * lines * 4);
  for (let line = 0, at = 0; line < lines; line += 1) {
    const shown = rowsAt(rows, line, lines);
    for (let column = 0; column < cells.columns; column += 1, at += 4) {
      const step = Math.round((farthest(cells, column, shown, scale.calm) - scale.low) * perStep);
      const [red, green, blue] = colors[Math.min(colors.length - 1, Math.max(0, step))] ?? [0, 0, 0];
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
      pixels[at + 3] = 255;
    }
  }
  return pixels;
}
