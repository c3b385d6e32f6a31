import assert from 'node:assert/strict';
import { type RoundingBase, separateRounding } from '../../../../activities/milp/mixed-integer-rounding.ts';
import type { Row } from '../../../../activities/milp/model.ts';
import { type Draw, randomDraw } from '../../../support/cases/random.ts';

const CASES = 300;
const INTEGERS = 6;
const SLACK = INTEGERS;

/** A random covering row over binary columns, with one slack column, at a point that satisfies it. */
function randomBase(draw: Draw, withSlack: boolean): RoundingBase {
  const sizes = Array.from({ length: INTEGERS }, () =>
    draw.chance(0.2) ? -draw.integer(1, 20) : draw.integer(10, 200),
  );
  const values = sizes.map(() => (draw.chance(0.4) ? draw.integer(0, 1) : draw.real(0, 1)));
  const slackValue = withSlack ? draw.real(0, 10) : 0;
  const covered = sizes.reduce((sum, size, j) => sum + size * (values[j] ?? 0), slackValue);
  return {
    columns: Int32Array.from(sizes, (_, j) => j),
    coefficients: Float64Array.from(sizes),
    lower: new Float64Array(INTEGERS),
    upper: new Float64Array(INTEGERS).fill(1),
    values: Float64Array.from(values),
    slack: withSlack ? [[1, SLACK]] : [],
    leastSlack: withSlack ? draw.real(-20, 20) : 0,
    slackValue,
    least: covered,
  };
}

const activity = ({ terms }: Row, point: readonly number[]): number =>
  terms.reduce((sum, [coefficient, column]) => sum + coefficient * (point[column] ?? 0), 0);

/** All integer points, each with the least slack that satisfies the row. */
function points({ coefficients, least, slack, leastSlack }: RoundingBase): number[][] {
  return Array.from({ length: 2 ** INTEGERS }, (_, bits) => {
    const integers = Array.from({ length: INTEGERS }, (_bit, j) => (bits >> j) & 1);
    const missing = integers.reduce((sum, value, j) => sum - value * (coefficients[j] ?? 0), least);
    return [...integers, leastSlack + Math.max(0, missing)];
  }).filter((point) => slack.length > 0 || (point[SLACK] ?? 0) <= 1e-9);
}

const coordinates = ({ values, slackValue, leastSlack }: RoundingBase): number[] => [
  ...values,
  leastSlack + slackValue,
];

/** Distance between the point and the cut, in units of the integer columns. */
const violation = (row: Row, base: RoundingBase): number =>
  (row.lower - activity(row, coordinates(base))) /
  Math.hypot(...row.terms.filter(([, column]) => column < INTEGERS).map(([coefficient]) => coefficient));

describe('rounding cuts', () => {
  const separations = Array.from({ length: CASES }, (_, seed) => {
    const draw = randomDraw(seed);
    const base = randomBase(draw, seed % 2 === 0);
    const divisors = [...base.coefficients].map(Math.abs);
    return { base, cuts: separateRounding(base, { divisors, leastViolation: 0.005, most: 5 }) };
  });

  it('cut off the point they are made for', () => {
    const cuts = separations.flatMap(({ base, cuts: rows }) => rows.map((row) => ({ base, row })));
    assert.ok(cuts.length > CASES);
    for (const { base, row } of cuts) {
      assert.ok(activity(row, coordinates(base)) < row.lower);
    }
  });

  it('leave every integer point of the row', () => {
    for (const { base, cuts } of separations) {
      for (const point of points(base)) {
        for (const row of cuts) assert.ok(activity(row, point) >= row.lower - 1e-9);
      }
    }
  });

  it('are no more than asked for, the most violated first', () => {
    for (const { base, cuts } of separations) {
      assert.ok(cuts.length <= 5);
      const violations = cuts.map((row) => violation(row, base));
      for (const [k, next] of violations.slice(1).entries()) assert.ok(next <= (violations[k] ?? 0) + 1e-6);
    }
  });
});
