/**
 * min_x { f(x) + g(x, y) } as a function of y, exactly: f convex and piecewise linear, g as well, in two variables. Where the
 * slopes of their sum change are lines of the plane; the minimum over x lies on one of them, and its own slope changes
 * only where two of them meet.
 */
import { type Convex, firstEnd, lastEnd, valueAt } from './convex.ts';

/** x X + y Y = c. */
export interface Line {
  readonly x: number;
  readonly y: number;
  readonly c: number;
}

/** Places closer than this are one. */
const SAME = 1e-8;
/** Slopes of lines below this are none. */
const FLAT = 1e-12;

interface Point {
  readonly at: number;
  readonly value: number;
}

/**
 * `g`: Infinity where it is not defined; `lines`: on which its slopes change, the borders of where it is defined included.
 * `low`, `high`: of y. Undefined where no y has a value.
 */
export function partialMinimum(
  f: Convex,
  g: (x: number, y: number) => number,
  lines: readonly Line[],
  [low, high]: readonly [low: number, high: number],
): Convex | undefined {
  const [first, last] = [firstEnd(f), lastEnd(f)];
  const known = f.at.map((x) => ({ x, value: valueAt(f, x) }));
  const finite = lines.filter(({ c }) => Number.isFinite(c));
  const least = (y: number): number => {
    let best = Number.POSITIVE_INFINITY;
    for (const { x, value } of known) best = Math.min(best, value + g(x, y));
    for (const line of finite) {
      const x = (line.c - line.y * y) / line.x;
      if (Math.abs(line.x) > FLAT && x > first && x < last) best = Math.min(best, valueAt(f, x) + g(x, y));
    }
    return best;
  };
  const all = [...finite, ...f.at.map((c): Line => ({ x: 1, y: 0, c }))];
  const places = [low, high, ...meetings(all, finite)].filter((y) => y >= low && y <= high);
  const points = distinct(places)
    .map((at): Point => ({ at, value: least(at) }))
    .filter(({ value }) => Number.isFinite(value));
  return lowerHull(points);
}

/** y of the places where two lines meet, and of lines along x. */
function* meetings(all: readonly Line[], some: readonly Line[]): Iterable<number> {
  for (const line of some) {
    if (Math.abs(line.x) <= FLAT) yield line.c / line.y;
    for (const other of all) {
      const area = line.x * other.y - other.x * line.y;
      if (Math.abs(area) > FLAT) yield (line.x * other.c - other.x * line.c) / area;
    }
  }
}

function distinct(values: readonly number[]): number[] {
  const kept: number[] = [];
  for (const value of values.toSorted((a, b) => a - b))
    if (value - (kept.at(-1) ?? Number.NEGATIVE_INFINITY) > SAME) kept.push(value);
  return kept;
}

/** Points that rounding has lifted off a straight line are left out. */
function lowerHull(points: readonly Point[]): Convex | undefined {
  const kept: Point[] = [];
  for (const point of points) {
    while (kept.length > 1 && !isBelow(kept.at(-1), kept.at(-2), point)) kept.pop();
    kept.push(point);
  }
  const [start] = kept;
  return (
    start && {
      at: kept.map(({ at }) => at),
      slopes: kept.slice(1).map((point, i) => slope(kept[i] ?? start, point)),
      value: start.value,
    }
  );
}

const slope = (a: Point, b: Point): number => (b.value - a.value) / (b.at - a.at);

const isBelow = (middle: Point | undefined, before: Point | undefined, after: Point): boolean =>
  middle !== undefined &&
  before !== undefined &&
  slope(before, middle) < slope(middle, after) - SAME * Math.max(1, Math.abs(slope(middle, after)));
