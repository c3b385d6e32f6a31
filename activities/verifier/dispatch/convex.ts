/** Convex piecewise-linear functions of one variable on a closed interval, for recursions over the hours. */

export interface Convex {
  /** Both ends of the interval and the breakpoints between them, ascending; one entry = a single point. */
  readonly at: readonly number[];
  /** Slopes between neighbours of `at`, ascending. */
  readonly slopes: readonly number[];
  /** Function value at the left end point. */
  readonly value: number;
}

/** Intervals that miss each other by less than this count as meeting in a point. */
const MEETING = 1e-6;

export const firstEnd = ({ at }: Convex): number => at[0] ?? Number.NaN;
export const lastEnd = ({ at }: Convex): number => at.at(-1) ?? Number.NaN;

/** The function with `value` at `start` and the given pieces, sorted by slope; sorting never raises the function. */
export function fromPieces(
  start: number,
  value: number,
  pieces: readonly { readonly width: number; readonly slope: number }[],
): Convex {
  const at = [start];
  const slopes: number[] = [];
  let end = start;
  for (const { width, slope } of pieces.toSorted((a, b) => a.slope - b.slope)) {
    if (!(width > 0)) continue;
    end += width;
    at.push(end);
    slopes.push(slope);
  }
  return { at, slopes, value };
}

/** Value at x; beyond an end, the value at that end. */
export function valueAt({ at, slopes, value }: Convex, x: number): number {
  let sum = value;
  for (let i = 0; i < slopes.length && (at[i] ?? x) < x; i++)
    sum += (slopes[i] ?? 0) * (Math.min(at[i + 1] ?? x, x) - (at[i] ?? x));
  return sum;
}

export function minimum({ at, slopes, value }: Convex): number {
  let least = value;
  for (let i = 0; (slopes[i] ?? 0) < 0; i++) least += (slopes[i] ?? 0) * ((at[i + 1] ?? 0) - (at[i] ?? 0));
  return least;
}

/** Restricts f to lo..hi; undefined if its interval lies outside. */
export function within(f: Convex, lo: number, hi: number): Convex | undefined {
  if (lo <= firstEnd(f) && hi >= lastEnd(f)) return f;
  return plus(f, { at: [Math.max(lo, firstEnd(f)), Math.min(hi, lastEnd(f))], slopes: [0], value: 0 });
}

/** f(x) + slope x. */
export const tilted = (f: Convex, slope: number): Convex => ({
  at: f.at,
  slopes: f.slopes.map((former) => former + slope),
  value: f.value + slope * firstEnd(f),
});

/** f(x / factor), for a factor above 0. */
export const scaled = (f: Convex, factor: number): Convex =>
  factor === 1
    ? f
    : {
        at: f.at.map((x) => factor * x),
        slopes: f.slopes.map((slope) => slope / factor),
        value: f.value,
      };

/** f + g where both are defined; undefined if their intervals do not meet. */
export function plus(f: Convex, g: Convex): Convex | undefined {
  const lo = Math.max(firstEnd(f), firstEnd(g));
  const hi = Math.min(lastEnd(f), lastEnd(g));
  if (!(hi >= lo - MEETING)) return undefined;
  const at = [lo];
  const slopes: number[] = [];
  let i = pieceAfter(f, lo, 0);
  let j = pieceAfter(g, lo, 0);
  for (let x = lo; x < hi; ) {
    x = Math.min(f.at[i + 1] ?? hi, g.at[j + 1] ?? hi, hi);
    at.push(x);
    slopes.push((f.slopes[i] ?? 0) + (g.slopes[j] ?? 0));
    i = pieceAfter(f, x, i);
    j = pieceAfter(g, x, j);
  }
  return { at, slopes, value: valueAt(f, lo) + valueAt(g, lo) };
}

/** The first piece from `from` on that ends after x. */
function pieceAfter({ at }: Convex, x: number, from: number): number {
  let piece = from;
  while ((at[piece + 1] ?? Number.POSITIVE_INFINITY) <= x) piece += 1;
  return piece;
}

/**
 * min { f(x - step) : -down <= step <= up }: the falling part moves down, the rising part up, and the minimum
 * lies between them.
 */
export function widen({ at, slopes, value }: Convex, down: number, up: number): Convex {
  let falling = 0;
  while ((slopes[falling] ?? 0) < 0) falling += 1;
  const moved: number[] = [];
  for (let i = 0; i <= falling; i++) moved.push((at[i] ?? 0) - down);
  for (let i = falling; i < at.length; i++) moved.push((at[i] ?? 0) + up);
  return { at: moved, slopes: [...slopes.slice(0, falling), 0, ...slopes.slice(falling)], value };
}

/** min over y of f(y) + g(x - y): the pieces of both, sorted by slope. */
export function convolve(f: Convex, g: Convex): Convex {
  return fromPieces(firstEnd(f) + firstEnd(g), f.value + g.value, [...piecesOf(f), ...piecesOf(g)]);
}

const piecesOf = ({ at, slopes }: Convex) =>
  slopes.map((slope, i) => ({ width: (at[i + 1] ?? 0) - (at[i] ?? 0), slope }));

interface Difference {
  readonly least: number;
  readonly most: number;
  /** True if both have the same interval. */
  readonly isWhole: boolean;
}

/** Least and largest value of f - g on the interval of f; undefined if g is not defined on all of it. */
export function difference(f: Convex, g: Convex): Difference | undefined {
  const [start, end] = [firstEnd(f), lastEnd(f)];
  const [below, above] = [start - firstEnd(g), lastEnd(g) - end];
  if (below < -MEETING || above < -MEETING) return undefined;
  let gap = f.value - valueAt(g, start);
  let [least, most] = [gap, gap];
  let i = 0;
  let j = pieceAfter(g, start, 0);
  for (let x = start; x < end; ) {
    const next = Math.min(f.at[i + 1] ?? end, g.at[j + 1] ?? end);
    gap += ((f.slopes[i] ?? 0) - (g.slopes[j] ?? 0)) * (next - x);
    least = Math.min(least, gap);
    most = Math.max(most, gap);
    x = next;
    i = pieceAfter(f, x, i);
    j = pieceAfter(g, x, j);
  }
  return { least, most, isWhole: below <= MEETING && above <= MEETING };
}
