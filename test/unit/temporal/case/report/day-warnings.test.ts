/** Warnings of the days of a run: each warning is listed once, with its days. */
import assert from 'node:assert/strict';
import { createDayWarnings, dayWarningTexts } from '../../../../../temporal/case/report/day-warnings.ts';

const collected = (days: readonly (readonly string[] | undefined)[]) => {
  const warnings = createDayWarnings();
  for (const [index, warningsOfDay] of days.entries()) warnings.add({ index, warnings: warningsOfDay });
  return warnings.all();
};

describe('warnings of days', () => {
  it('are there once each, with the days that have them', () => {
    const all = collected([['a', 'a'], undefined, ['b', 'a'], ['a'], [], ['a']]);
    assert.deepEqual(all, [
      { message: 'a', days: [1, 3, 4, 6] },
      { message: 'b', days: [3] },
    ]);
    assert.deepEqual(dayWarningTexts(all, 6), ['Days 1, 3, 4, 6: a', 'Day 3: b']);
  });
  it('name days in a row by the first and the last', () => {
    assert.deepEqual(dayWarningTexts([{ message: 'a', days: [1, 2, 3, 7] }], 9), ['Days 1 to 3, 7: a']);
  });
  it('name no day of a run that is one solve', () => {
    assert.deepEqual(dayWarningTexts(collected([['a']]), 1), ['a']);
  });
  it('are not listed without end', () => {
    const texts = dayWarningTexts(collected([Array.from({ length: 120 }, (_, k) => `warning ${k}`)]), 2);
    assert.deepEqual([texts.length, texts.at(-1)], [101, 'and 20 more warnings of single days']);
  });
});
