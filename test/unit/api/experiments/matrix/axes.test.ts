import assert from 'node:assert/strict';
import fc from 'fast-check';
import { axisOf } from '../../../../../api/experiments/matrix/samplers.ts';
import type { Variable } from '../../../../../temporal/case/messages/matrix.ts';

const levels = (variable: Variable): (number | string)[] => {
  const axis = axisOf(variable);
  return Array.from({ length: axis.count }, (_, index) => axis.level(index));
};

describe('axisOf', () => {
  it('spaces continuous levels equally without floating-point drift', () => {
    assert.deepEqual(
      levels({ name: 'load', type: 'continuous', min: 0, max: 0.5, steps: 6 }),
      [0, 0.1, 0.2, 0.3, 0.4, 0.5],
    );
  });

  it('meets zero inside a range that is symmetric about it', () => {
    const axis = levels({ name: 'load', type: 'continuous', min: -0.3, max: 0.3, steps: 7 });
    assert.deepEqual(axis, [-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
  });

  it('gives zero no sign', () => {
    const axis = axisOf({ name: 'load', type: 'continuous', min: -1, max: 1 });
    assert.ok(Object.is(axis.at(0.5 - 2 ** -50), 0));
  });

  it('spaces levels by a constant ratio on a log scale', () => {
    const axis = levels({ name: 'mip_gap', type: 'continuous', min: 1e-4, max: 1, steps: 5, scale: 'log' });
    assert.deepEqual(axis, [0.0001, 0.001, 0.01, 0.1, 1]);
  });

  it('takes the least value of a continuous variable of one step', () => {
    assert.deepEqual(levels({ name: 'load', type: 'continuous', min: 0.9, max: 1.1, steps: 1 }), [0.9]);
  });

  it('walks integers by their step and stops below the largest', () => {
    assert.deepEqual(levels({ name: 'n', type: 'integer', min: -1, max: 3 }), [-1, 0, 1, 2, 3]);
    assert.deepEqual(levels({ name: 'n', type: 'integer', min: 0, max: 10, step: 4 }), [0, 4, 8]);
  });

  it('keeps listed values in their order', () => {
    assert.deepEqual(levels({ name: 'n', type: 'discrete', values: [3, 1, 2] }), [3, 1, 2]);
    assert.deepEqual(levels({ name: 'n', type: 'categorical', values: ['b', 'a'] }), ['b', 'a']);
  });

  it('refuses a listed value that does not exist', () => {
    assert.throws(() => axisOf({ name: 'n', type: 'discrete', values: [1] }).level(1), RangeError);
  });

  it('gives equal shares to integers and listed values', () => {
    const integer = axisOf({ name: 'n', type: 'integer', min: 1, max: 4 });
    assert.deepEqual([0, 0.24, 0.25, 0.5, 0.999].map(integer.at), [1, 1, 2, 3, 4]);
    const choice = axisOf({ name: 'n', type: 'categorical', values: ['a', 'b'] });
    assert.deepEqual([0, 0.49, 0.5, 0.99].map(choice.at), ['a', 'a', 'b', 'b']);
  });

  it('keeps both ends exact and every other value between them', () => {
    const end = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(end, end, fc.integer({ min: 2, max: 20 }), (one, other, steps) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)];
        const values = levels({ name: 'x', type: 'continuous', min, max, steps }).map(Number);
        assert.ok(values[0] === min && values.at(-1) === max);
        assert.ok(values.every((value) => value >= min && value <= max));
      }),
    );
  });

  it('keeps both ends exact on a log scale', () => {
    const end = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
    fc.assert(
      fc.property(end, end, fc.integer({ min: 2, max: 20 }), (one, other, steps) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)];
        const values = levels({ name: 'x', type: 'continuous', min, max, steps, scale: 'log' }).map(Number);
        assert.ok(values[0] === min && values.at(-1) === max);
        assert.ok(values.every((value) => value >= min && value <= max));
      }),
    );
  });
});
