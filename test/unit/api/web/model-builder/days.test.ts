import assert from 'node:assert/strict';
import {
  calendarCells,
  monthsOf,
  rowLength,
  sumOf,
  toDay,
} from '../../../../../api/web/model-builder/days.ts';
import { aDay } from './a-day.ts';

describe('days of a run', () => {
  const days = [
    aDay(1),
    aDay(2, { total_cost_usd: 300, load_mwh: 120, peak_load_mw: 20, average_lmp_usd_per_mwh: 40 }),
    aDay(3, null),
  ].map(toDay);

  it('are added up; prices count by load, what has no schedule counts nothing', () => {
    const totals = sumOf(days);
    assert.ok(totals);
    assert.deepEqual(
      [totals.total_cost_usd, totals.load_mwh, totals.peak_load_mw, totals.starts],
      [400, 160, 30, 4],
    );
    assert.equal(totals.average_lmp_usd_per_mwh, (20 * 40 + 40 * 120) / 160);
    assert.equal(sumOf(days.slice(2)), undefined);
  });

  it('are shaded between the smallest and the largest; many stand in rows of weeks', () => {
    assert.deepEqual(
      calendarCells(days, 'total_cost_usd').map(({ day, share }) => [day.day, share]),
      [
        [1, 0],
        [2, 1],
        [3, null],
      ],
    );
    const year = Array.from({ length: 365 }, (_, i) => toDay(aDay(i + 1)));
    assert.deepEqual([7, 31, 365].map(rowLength), [1, 7, 28]);
    assert.deepEqual([...new Set(calendarCells(year, 'load_mwh').map(({ share }) => share))], [0]);
  });

  it('that have a date are those of months', () => {
    const dated = (start_time: string | null, day: number) => ({
      ...toDay(aDay(day)),
      start_time,
    });
    const months = monthsOf([
      dated('2020-06-30T00:00:00-07:00', 1),
      dated('2020-07-01T00:00:00-07:00', 2),
      dated('2020-07-02T00:00:00-07:00', 3),
      dated(null, 4),
    ]);
    assert.deepEqual(
      months.map(([month, days]) => [month, days.map(({ day }) => day)]),
      [
        ['2020-06', [1]],
        ['2020-07', [2, 3]],
      ],
    );
  });
});
