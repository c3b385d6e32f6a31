/** Colours of values, and the pixels of a heat map with more rows than pixels. */
import assert from 'node:assert/strict';
import { aroundZero, colorOf, namedScale, rising } from '../../../../../api/web/charts/color-scale.ts';
import { paint, rowsAt } from '../../../../../api/web/charts/heat-cells.ts';

describe('colour scales', () => {
  it('begin and end with their first and last colour, for any value beyond', () => {
    const scale = rising(10, 20);
    assert.deepEqual(colorOf(scale, 10), [68, 1, 84]);
    assert.deepEqual(colorOf(scale, 25), [253, 231, 37]);
    assert.deepEqual(colorOf(scale, -5), colorOf(scale, 10));
    assert.deepEqual(colorOf(scale, 15), [33, 145, 140]);
  });
  it('have something for values that are all the same', () => {
    assert.deepEqual(colorOf(rising(7, 7), 7), [68, 1, 84]);
    assert.deepEqual(colorOf(aroundZero(0), 0), [247, 247, 247]);
  });
});

describe('points of a heat map', () => {
  const scale = namedScale(-1, [
    ['off', [1, 1, 1]],
    ['same', [2, 2, 2]],
    ['on', [3, 3, 3]],
  ]);
  const values = Float64Array.from([0, 1, 0, 0, -1, 0, 0, 0]);
  const reds = (pixels: Uint8ClampedArray) => [...pixels].filter((_, i) => i % 4 === 0);

  it('have the colour of their value', () => {
    const pixels = paint({ hours: 2, values, scale }, { from: 0, to: 4 }, 4);
    assert.deepEqual(reds(pixels), [2, 3, 2, 2, 1, 2, 2, 2]);
  });
  it('show of several rows the one farthest from calm', () => {
    const pixels = paint({ hours: 2, values, scale }, { from: 0, to: 4 }, 2);
    assert.deepEqual(reds(pixels), [2, 3, 1, 2]);
  });
  it('stand for all rows, each once', () => {
    const lines = Array.from({ length: 3 }, (_, line) => rowsAt({ from: 2, to: 12 }, line, 3));
    assert.deepEqual(lines, [
      { from: 2, to: 5 },
      { from: 5, to: 8 },
      { from: 8, to: 12 },
    ]);
  });
});
