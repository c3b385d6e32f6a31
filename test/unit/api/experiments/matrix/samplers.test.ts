import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lhsPoints, randomPoints, seededRandom } from '../../../../../api/experiments/matrix/samplers.ts';
import { sobolPoints } from '../../../../../api/experiments/matrix/sobol.ts';

const seeds = fc.integer({ min: 0, max: 4294967295 });
const column = (points: readonly number[][], index: number): number[] =>
  points.map((point) => point[index] ?? Number.NaN);
/** Stratum of each value, in ascending order; there are as many equal strata as values. */
const strata = (values: readonly number[]): number[] =>
  values.map((value) => Math.floor(value * values.length)).sort((one, other) => one - other);

describe('seededRandom', () => {
  it('gives the numbers it has always given', () => {
    const random = seededRandom(42);
    assert.deepEqual(
      [random(), random(), random()].map((share) => share * 2 ** 32),
      [939911724, 3948730756, 321366731],
    );
  });

  it('is uniform to within sampling error', () => {
    const random = seededRandom(7);
    const draws = Array.from({ length: 20_000 }, random);
    const mean = draws.reduce((sum, share) => sum + share, 0) / draws.length;
    // Tolerance: six standard errors of the mean of a uniform variable, sqrt(1/12/n).
    assert.ok(Math.abs(mean - 0.5) < 6 * Math.sqrt(1 / 12 / draws.length));
  });
});

describe('randomPoints', () => {
  it('stays within the unit cube', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        assert.ok(
          randomPoints(10, 3, seed).every((point) => point.every((share) => share >= 0 && share < 1)),
        );
      }),
    );
  });

  it('extends a shorter draw of the same seed', () => {
    assert.deepEqual(randomPoints(9, 2, 5).slice(0, 4), randomPoints(4, 2, 5));
  });
});

describe('lhsPoints', () => {
  it('puts one point into each stratum of each variable', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 60 }), (seed, samples) => {
        const points = lhsPoints(samples, 3, seed);
        for (const index of [0, 1, 2]) {
          assert.deepEqual(strata(column(points, index)), [...Array(samples).keys()]);
        }
      }),
    );
  });

  it('orders the strata of two variables differently', () => {
    const points = lhsPoints(20, 2, 0);
    const order = (index: number): number[] => column(points, index).map((share) => Math.floor(share * 20));
    assert.notDeepEqual(order(0), order(1));
  });
});

describe('sobolPoints', () => {
  /** The sequence without its shift, which is its first point, in units of 2^-32. */
  const unshifted = (samples: number, dimension: number): number[] => {
    const words = column(sobolPoints(samples, dimension, 3), dimension - 1).map((share) => share * 2 ** 32);
    return words.map((word) => ((word ^ (words[0] ?? 0)) >>> 0) / 2 ** 32);
  };

  it('starts as the published sequence does', () => {
    assert.deepEqual(unshifted(8, 1), [0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125]);
    assert.deepEqual(unshifted(8, 2), [0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625]);
    assert.deepEqual(unshifted(8, 3), [0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375]);
  });

  it('puts one of 256 points into each stratum of all 20 variables', () => {
    const points = sobolPoints(256, 20, 11);
    for (let index = 0; index < 20; index++) {
      assert.deepEqual(strata(column(points, index)), [...Array(256).keys()]);
    }
  });

  it('repeats itself for the same seed and moves for another', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        assert.deepEqual(sobolPoints(16, 5, seed), sobolPoints(16, 5, seed));
        assert.notDeepEqual(sobolPoints(16, 5, seed), sobolPoints(16, 5, (seed + 1) % 2 ** 32));
      }),
    );
  });

  it('refuses more dimensions than it has direction numbers for', () => {
    assert.throws(() => sobolPoints(1, 21, 0), RangeError);
  });
});
