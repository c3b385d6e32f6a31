import assert from 'node:assert/strict';
import { instantOf } from '../../../../temporal/case/arithmetic/calendar.ts';
import { draftedMonths } from '../../../../temporal/case/arithmetic/drafted-months.ts';

const zone = 'America/Phoenix';
const run = (date: string, windows: number, step_h?: number) => ({
  windows,
  options: { parallel: true, step_h },
  start: { hour: 24, calendar: { origin: instantOf(date, zone) ?? 0, zone } },
});
const firsts = (months: ReturnType<typeof draftedMonths>) =>
  months.map(({ from, first, end }) => [from, first, end]);

describe('months that are drafted', () => {
  it('begin two days early, and end where the next begins', () => {
    assert.deepEqual(firsts(draftedMonths(run('2023-12-30', 35))), [
      [0, 0, 1],
      [0, 1, 32],
      [30, 32, 35],
    ]);
  });

  it('begin with the first window of the month where steps do not end with days', () => {
    // The run begins on 31 December at 0:00. Windows begin at 0:00, 10:00 and 20:00, then at 6:00.
    assert.deepEqual(firsts(draftedMonths(run('2023-12-30', 5, 10))), [
      [0, 0, 3],
      [0, 3, 5],
    ]);
  });

  it('are of 30 days without a date', () => {
    assert.deepEqual(firsts(draftedMonths({ windows: 62, options: { parallel: true } })), [
      [0, 0, 30],
      [28, 30, 60],
      [58, 60, 62],
    ]);
  });

  it('are none within one month, and none unless asked for', () => {
    assert.deepEqual(draftedMonths(run('2023-12-31', 31)), []);
    assert.deepEqual(draftedMonths({ windows: 365, options: {} }), []);
  });
});
