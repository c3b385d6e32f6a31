import assert from 'node:assert/strict';
import { numbersIn, seriesText, shaped } from '../../../../../api/web/solve/series.ts';

describe('numbers by the hour', () => {
  it('are read as they are typed, and as spreadsheets copy rows and columns', () => {
    for (const text of ['1, 2.5, -3e2', '1\n2.5\n-3e2\n', ' 1\t2.5\t-3e2', '1;2.5; -3e2', '1\r\n2.5\r\n-3e2'])
      assert.deepEqual(numbersIn(text), [1, 2.5, -300], JSON.stringify(text));
  });

  it('are undefined if one of them is invalid', () => {
    for (const text of ['', ' \n', '1,,2', '1 much', '1, Infinity', ',1'])
      assert.equal(numbersIn(text), undefined, JSON.stringify(text));
  });

  it('may be none in an hour, and stay so', () => {
    const values = numbersIn('80, none,90') ?? [];
    assert.deepEqual(values, [80, Number.POSITIVE_INFINITY, 90]);
    assert.deepEqual(shaped(values, 0, 0), [0, Number.POSITIVE_INFINITY, 0]);
    assert.equal(seriesText(shaped(values, 0.5, 1)), '45, 40, none');
    assert.equal(seriesText([null, 1], '\n'), 'none\n1');
  });

  it('are scaled, and go round when they are shifted', () => {
    assert.deepEqual(shaped([1, 2, 3], 0.1, 0), [0.1, 0.2, 0.3]);
    assert.deepEqual(shaped([1, 2, 3], 1, 1), [3, 1, 2]);
    assert.deepEqual(shaped([1, 2, 3], 2, -4), [4, 6, 2]);
    assert.deepEqual(shaped([], 2, 5), []);
  });
});
