/** Hourly charts drawn with characters: stacked columns in colours, and a line of blocks (pure). */

export interface Layer {
  readonly name: string;
  /** Colour as `#rrggbb`. */
  readonly color: string;
  readonly values: readonly number[];
}

/** Maximum number of characters for one hour of a chart. */
const WIDEST = 4;

/** Fits values to `width` columns: repeats each hour, or averages groups of hours if there are too many. */
export function fitted(values: readonly number[], width: number): number[] {
  const times = Math.min(WIDEST, Math.floor(width / values.length));
  if (times > 0) return values.flatMap((value) => Array<number>(times).fill(value));
  const size = Math.ceil(values.length / width);
  return Array.from({ length: Math.ceil(values.length / size) }, (_, group) =>
    mean(values.slice(group * size, (group + 1) * size)),
  );
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
export const mean = (values: readonly number[]): number => sumOf(values) / values.length;

const BLOCKS = [...'▁▂▃▄▅▆▇█'];

/**
 * Number of interquartile ranges from the median beyond which a value is an outlier. Outliers are cut off, so that the
 * other values stay distinguishable.
 */
const OUTLIER = 10;

/**
 * A line of one block per value, scaled from the lowest to the highest value; `▲` and `▼` mark outliers that are cut
 * off.
 */
export function blockLine(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  const reach = OUTLIER * Math.max(at(0.75) - at(0.25), Math.abs(at(0.5)) / 10, 1);
  const isCut = (value: number): boolean => Math.abs(value - at(0.5)) > reach;
  const shown = sorted.filter((value) => !isCut(value));
  const [low = 0, high = 0] = [shown[0], shown.at(-1)];
  const level = (value: number) => Math.round(((value - low) / (high - low || 1)) * (BLOCKS.length - 1));
  const cutMark = (value: number): string => (value > at(0.5) ? '▲' : '▼');
  return values.map((value) => (isCut(value) ? cutMark(value) : BLOCKS[level(value)])).join('');
}

/** Minimum width of an hour label, characters. */
const LABEL = 6;

/** Axis with hour numbers, for a chart that is `columns` characters wide. */
export function axis(hours: number, columns: number): string {
  const step = [1, 2, 3, 6, 12, 24, 48, 168].find((each) => (each * columns) / hours >= LABEL) ?? hours;
  let line = '';
  for (let hour = 0; hour < hours; hour += step)
    line = line.padEnd(Math.floor((hour * columns) / hours)) + hour;
  return line;
}

/**
 * Stacked columns as lines from the top down, two height steps per line; negative values are not drawn. `bits`: colour
 * depth, 8 or 24.
 */
export function stackedColumns(
  layers: readonly Layer[],
  peak: number,
  height: number,
  bits: number,
): string[] {
  const stacks = (layers[0]?.values ?? []).map((_, at) =>
    layers.map(({ values }) => Math.max(0, values[at] ?? 0)),
  );
  const step = peak / (2 * height);
  return Array.from({ length: height }, (_, line) => {
    const lower = (2 * (height - line) - 1.5) * step;
    return `${stacks.map((stack) => cell(colorAt(layers, stack, lower), colorAt(layers, stack, lower + step), bits)).join('')}${RESET}`;
  });
}

/** Colour of a stack at a height; undefined above the stack. */
function colorAt(layers: readonly Layer[], stack: readonly number[], height: number): string | undefined {
  let top = 0;
  return layers.find((_, at) => {
    top += stack[at] ?? 0;
    return height < top;
  })?.color;
}

export const RESET = '\x1b[0m';

function cell(lower: string | undefined, upper: string | undefined, bits: number): string {
  if (lower === undefined) return `${RESET} `;
  if (lower === upper) return `${painted(lower, bits)}█`;
  return `${RESET}${painted(lower, bits)}${upper === undefined ? '' : painted(upper, bits, '48')}▄`;
}

/** Escape sequence that sets the text colour (`part` 38) or the background (48). */
export function painted(color: string, bits: number, part = '38'): string {
  const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  if (bits >= 24) return `\x1b[${part};2;${rgb.join(';')}m`;
  // Converts to the 256-colour palette, which has a 6 x 6 x 6 cube with levels 0, 95, 135, 175, 215 and 255.
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => Math.max(0, Math.round((value - 55) / 40)));
  return `\x1b[${part};5;${16 + 36 * red + 6 * green + blue}m`;
}
