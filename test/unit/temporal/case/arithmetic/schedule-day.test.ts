/** The day to which a scheduled time refers. */
import assert from 'node:assert/strict';
import {
  isFromSchedule,
  onDayOf,
  startOf,
  withStart,
} from '../../../../../temporal/case/arithmetic/schedule-day.ts';

const at = (text: string) => new Date(text);
const tomorrow = { start: { days_from_schedule: 1 } };

describe('the day of a time of a schedule', () => {
  it('is another one for each time of a week', () => {
    const days = Array.from({ length: 7 }, (_, k) =>
      startOf(onDayOf(tomorrow, new Date(Date.UTC(2026, 1, 25 + k, 6)), 'UTC')),
    );
    assert.deepEqual(days, [
      ...['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'],
    ]);
  });
  it('is counted by the calendar of the zone, also where a day has 23 or 25 hours', () => {
    const dayIn = (zone: string, time: string, days_from_schedule: number) =>
      startOf(onDayOf({ start: { days_from_schedule } }, at(time), zone));
    assert.equal(dayIn('UTC', '2026-03-28T23:30:00Z', 0), '2026-03-28');
    assert.equal(dayIn('Europe/Berlin', '2026-03-28T23:30:00Z', 0), '2026-03-29');
    assert.equal(dayIn('Europe/Berlin', '2026-03-28T23:30:00Z', 1), '2026-03-30');
    assert.equal(dayIn('Europe/Berlin', '2026-10-25T22:30:00Z', 1), '2026-10-26');
    assert.equal(dayIn('Australia/Lord_Howe', '2026-10-03T15:30:00Z', 0), '2026-10-04');
    assert.equal(dayIn('America/New_York', '2026-01-01T03:00:00Z', -1), '2025-12-30');
  });
  it('fills the start of a run, of a run of an experiment and of a solve, and leaves a date', () => {
    const time = at('2026-11-28T06:00:00Z');
    const run = { pcm_model_id: 'pcm', options: { days: 1, ...tomorrow } };
    assert.deepEqual(onDayOf(run, time, 'UTC'), {
      pcm_model_id: 'pcm',
      options: { days: 1, start: '2026-11-29' },
    });
    const experiment = { name: 'x', execution: run };
    assert.equal(startOf(onDayOf(experiment, time, 'UTC')), '2026-11-29');
    assert.deepEqual(onDayOf({ scenario_id: 'a', ...tomorrow }, time, 'UTC'), {
      scenario_id: 'a',
      start: '2026-11-29',
    });
    assert.deepEqual(onDayOf({ start: '2020-07-01' }, time, 'UTC'), { start: '2020-07-01' });
    assert.equal(startOf(onDayOf({ scenario_id: 'a' }, time, 'UTC')), null);
    assert.deepEqual(
      withStart(run, () => undefined),
      { pcm_model_id: 'pcm', options: { days: 1 } },
    );
  });
  it('has one form', () => {
    for (const other of [
      {},
      { days_from_schedule: '1' },
      { days_from_schedule: 1, hour: 2 },
      [1],
      null,
      'today',
    ])
      assert.equal(isFromSchedule(other), false, JSON.stringify(other));
  });
});
