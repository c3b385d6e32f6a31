/**
 * min_x { f(x) + g(x, y) } as a function of y, exactly: f is convex and piecewise linear, and so is g, in two
 * variables. The slopes of their sum change along lines of the plane; the minimum over x lies on one of these lines,
 * and its own slope changes only where two of them meet.
 */
import { type Convex, firstEnd, lastEnd, valueAt } from './convex.ts';

/** The line x X + y Y = c. */
export interface Line {
  readonly x: number;
  readonly y: number;
  readonly c: number;
}

/** Breakpoints closer than this are merged. */
const SAME = 1e-8;
/** Coefficients below this count as 0. */
const FLAT = 1e-12;

interface Point {
  readonly at: number;
  readonly value: number;
}

/**
 * `g`: Infinity outside its domain; `lines`: lines along which the slopes of g change, including the borders of its
 * domain; `low`, `high`: range of y. Undefined if no y has a finite value.
 */
export function partialMinimum(
  f: Convex,
  g: (x: number, y: number) => number,
  lines: readonly Line[],
  [low, high]: readonly [low: number, high: number],
): Convex | undefined {
  const [first, last] = [firstEnd(f), lastEnd(f)];
  const breakpoints = f.at.map((x) => ({ x, value: valueAt(f, x) }));
  const finite = lines.filter(({ c }) => Number.isFinite(c));
  const least = (y: number): number => {
    let best = Number.POSITIVE_INFINITY;
    for (const { x, value } of breakpoints) best = Math.min(best, value + g(x, y));
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

/** Values of y at which two lines meet, or a line is parallel to the x axis. */
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
  const unique: number[] = [];
  for (const value of values.toSorted((a, b) => a - b))
    if (value - (unique.at(-1) ?? Number.NEGATIVE_INFINITY) > SAME) unique.push(value);
  return unique;
}

/** The lower convex hull. Points that rounding has lifted off a straight line are left out. */
function lowerHull(points: readonly Point[]): Convex | undefined {
  const hull: Point[] = [];
  for (const point of points) {
    while (hull.length > 1 && !isBelow(hull.at(-1), hull.at(-2), point)) hull.pop();
    hull.push(point);
  }
  const [start] = hull;
  return (
    start && {
      at: hull.map(({ at }) => at),
      slopes: hull.slice(1).map((point, i) => slope(hull[i] ?? start, point)),
      value: start.value,
    }
  );
}

const slope = (a: Point, b: Point): number => (b.value - a.value) / (b.at - a.at);

const isBelow = (middle: Point | undefined, before: Point | undefined, after: Point): boolean =>
  middle !== undefined &&
  before !== undefined &&
  slope(before, middle) < slope(middle, after) - SAME * Math.max(1, Math.abs(slope(middle, after)));
