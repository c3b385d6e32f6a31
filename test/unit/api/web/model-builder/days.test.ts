import assert from 'node:assert/strict';
import type { Execution } from '../../../../../api/client/runs.ts';
import {
  calendarCells,
  monthsOf,
  rowLength,
  standing,
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

  it('are added up; prices are weighted by load, and days without a schedule do not count', () => {
    const totals = sumOf(days);
    assert.ok(totals);
    const { total_cost_usd, load_mwh, peak_load_mw, starts } = totals;
    assert.deepEqual([total_cost_usd, load_mwh, peak_load_mw, starts], [400, 160, 30, 4]);
    assert.equal(totals.average_lmp_usd_per_mwh, (20 * 40 + 40 * 120) / 160);
    assert.equal(sumOf(days.slice(2)), undefined);
  });

  it('are called solved only where they have a schedule', () => {
    const run = { status: 'completed', windows_total: 3, windows_done: 3, started_at: null } as const;
    const standingOf = (changes: Partial<Execution>) => standing({ ...run, ...changes } as Execution);
    const solved = { outcome: 'solved', windows_solved: 3, windows_unsolved: 0, outcome_causes: [] } as const;
    assert.equal(standingOf({ ...solved, outcome_causes: [] }), '3 of 3 days solved');
    assert.equal(
      standingOf({
        outcome: 'unsolved',
        windows_solved: 0,
        windows_unsolved: 3,
        outcome_causes: ['TIMEOUT'],
      }),
      '0 of 3 days solved, 3 without a schedule: TIMEOUT',
    );
    const running = { status: 'running', outcome: null, windows_done: 2, outcome_causes: [] } as const;
    const soFar = { ...running, windows_solved: 1, windows_unsolved: 1, outcome_causes: ['INFEASIBLE'] };
    assert.equal(standingOf(soFar), '2 of 3 days ended, 1 without a schedule: INFEASIBLE');
  });

  it('are shaded between the smallest and the largest; many stand in rows of weeks', () => {
    const cells = calendarCells(days, 'total_cost_usd');
    assert.deepEqual(
      cells.map(({ day, share }) => `${day.day}: ${share}`),
      ['1: 0', '2: 1', '3: null'],
    );
    const year = Array.from({ length: 365 }, (_, i) => toDay(aDay(i + 1)));
    assert.deepEqual([7, 31, 365].map(rowLength), [1, 7, 28]);
    assert.deepEqual([...new Set(calendarCells(year, 'load_mwh').map(({ share }) => share))], [0]);
  });

  it('that have a date are those of months', () => {
    const dated = (start_time: string | null, day: number) => ({ ...toDay(aDay(day)), start_time });
    const months = monthsOf([
      dated('2020-06-30T00:00:00-07:00', 1),
      dated('2020-07-01T00:00:00-07:00', 2),
      dated('2020-07-02T00:00:00-07:00', 3),
      dated(null, 4),
    ]);
    const summaries = months.map(([month, days]) => `${month}: ${days.map(({ day }) => day)}`);
    assert.deepEqual(summaries, ['2020-06: 1', '2020-07: 2,3']);
  });
});
