import assert from 'node:assert/strict';
import {
  type Convex,
  convolve,
  firstEnd,
  fromPieces,
  lastEnd,
  minimum,
  plus,
  valueAt,
  widen,
  within,
} from '../../../../../activities/verifier/dispatch/convex.ts';
import { type Draw, randomDraw } from '../../../../support/cases/random.ts';

/** A random function whose breakpoints and slopes are integers, so that the minimum over integers is exact. */
const randomConvex = (draw: Draw): Convex =>
  fromPieces(
    draw.integer(-5, 5),
    draw.integer(-9, 9),
    Array.from({ length: draw.integer(0, 4) }, () => ({
      width: draw.integer(0, 4),
      slope: draw.integer(-4, 4),
    })),
  );

const wholeNumbers = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
const domain = (f: Convex): number[] => wholeNumbers(firstEnd(f), lastEnd(f));
const least = (values: readonly number[]): number => Math.min(...values);

function assertIs(f: Convex | undefined, expected: (x: number) => number): void {
  for (const x of wholeNumbers(-30, 30)) {
    const value = f && x >= firstEnd(f) && x <= lastEnd(f) ? valueAt(f, x) : Number.POSITIVE_INFINITY;
    assert.equal(value, expected(x), `at ${x} of ${JSON.stringify(f)}`);
  }
  assert.ok(f === undefined || f.slopes.every((slope, i) => i === 0 || slope >= (f.slopes[i - 1] ?? 0)));
}

const on = (f: Convex, x: number): number =>
  x >= firstEnd(f) && x <= lastEnd(f) ? valueAt(f, x) : Number.POSITIVE_INFINITY;

describe('convex functions', () => {
  it('equal the enumeration', () => {
    for (const seed of wholeNumbers(1, 300)) {
      const draw = randomDraw(seed);
      const [f, g] = [randomConvex(draw), randomConvex(draw)];
      const [a, b] = [draw.integer(0, 3), draw.integer(0, 3)];
      assert.equal(minimum(f), least(domain(f).map((x) => valueAt(f, x))));
      assertIs(plus(f, g), (x) => on(f, x) + on(g, x));
      assertIs(within(f, -a, b), (x) => (x >= -a && x <= b ? on(f, x) : Number.POSITIVE_INFINITY));
      assertIs(widen(f, a, b), (x) => least(wholeNumbers(-a, b).map((step) => on(f, x - step))));
      assertIs(convolve(f, g), (x) => least(domain(f).map((y) => on(f, y) + on(g, x - y))));
    }
  });

  it('meet where rounding alone keeps their intervals apart', () => {
    const narrow = fromPieces(0, 1, [{ width: 10 - 1e-9, slope: 2 }]);
    const met = within(narrow, 10, 20);
    assert.ok(met && Math.abs(minimum(met) - 21) < 1e-6);
    assert.equal(within(narrow, 10.1, 20), undefined);
  });
});
