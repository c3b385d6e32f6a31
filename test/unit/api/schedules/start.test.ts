/** The hours of a scenario that are solved at a scheduled time, and the options for the start of a scheduled run. */
import assert from 'node:assert/strict';
import { windowPayload } from '../../../../activities/rolling/window-payload.ts';
import { checkBody } from '../../../../api/http/check-body.ts';
import { Unprocessable } from '../../../../api/http/errors.ts';
import { scheduleBody } from '../../../../api/schedules/schedule.ts';
import { type CutPayload, hoursOf } from '../../../../api/schedules/start.ts';
import { payloadProblems } from '../../../../temporal/case/checks/payload-problems.ts';
import { payload } from '../../../support/cases/payloads.ts';

const cut: CutPayload = (whole, hours) =>
  windowPayload(whole, { ...hours, index: 0, kept: hours.length }, undefined);
const week = payload({
  horizon: 168,
  start_time: '2026-03-01T00:00:00',
  loads: [{ bus: 1, values: Array.from({ length: 168 }, (_, hour) => 60 + hour / 10) }],
});
const words = (change: () => unknown): string => {
  try {
    change();
  } catch (error) {
    assert.ok(error instanceof Unprocessable && typeof error.detail !== 'string');
    return error.detail.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join();
  }
  return assert.fail('nothing is refused');
};

describe('the hours of a scenario that a schedule solves', () => {
  it('are another day for each time of a week', () => {
    const days = Array.from({ length: 7 }, (_, k) => hoursOf(week, { start: `2026-03-0${k + 1}` }, cut));
    for (const [k, day] of days.entries()) {
      assert.equal(day.horizon, 24);
      assert.equal(day.start_time, `2026-03-0${k + 1}T00:00:00`);
      assert.deepEqual(day.loads[0]?.values, week.loads[0]?.values.slice(24 * k, 24 * k + 24));
      assert.deepEqual(payloadProblems(day, { maxHorizon: 168 }), []);
    }
  });
  it('are as many as are asked for, in intervals of the scenario', () => {
    const halves = payload({
      horizon: 8,
      interval_minutes: 30,
      start_time: '2026-03-01T00:00',
      loads: [{ bus: 1, values: [1, 2, 3, 4, 5, 6, 7, 8] }],
    });
    const some = hoursOf(halves, { start: '2026-03-01T01:30', hours: 2 }, cut);
    assert.deepEqual(
      [some.horizon, some.start_time, some.loads[0]?.values],
      [4, '2026-03-01T01:30:00', [4, 5, 6, 7]],
    );
    assert.deepEqual(
      hoursOf({ ...halves, start_time: undefined }, { hours: 1 }, cut).loads[0]?.values,
      [1, 2],
    );
    assert.equal(hoursOf(week, {}, cut), week);
  });
  it('are refused in words where the scenario does not have them', () => {
    for (const [request, message] of [
      [
        { start: '2026-03-08' },
        /body.solve.start: The series of the scenario have 168 h from 2026-03-01T00:00:00, not 24 h from 2026-03-08/,
      ],
      [{ start: '2026-02-28' }, /168 h/],
      [{ start: '2026-03-01T00:20' }, /168 h/],
      [{ start: '2026-02-30' }, /no such date/],
      [{ hours: 169 }, /body.solve.hours: .*not 169 h/],
    ] as const)
      assert.match(
        words(() => hoursOf(week, request, cut)),
        message,
      );
    assert.match(
      words(() => hoursOf(payload(), { start: '2026-03-01' }, cut)),
      /should have start_time/,
    );
  });
});

describe('the start of a scheduled run', () => {
  const body = (start: unknown) => ({ name: 'x', cron: '0 6 * * *', solve: { scenario_id: 'a', start } });
  const errorsOf = (start: unknown) =>
    checkBody(scheduleBody, body(start)).errors.map(({ path, message }) => `${path}: ${message}`);

  it('is a date, or counted from the day of the schedule', () => {
    for (const start of [
      '2026-03-01',
      '2026-03-01T06:00',
      { days_from_schedule: 1 },
      { days_from_schedule: -7 },
    ])
      assert.deepEqual(errorsOf(start), [], JSON.stringify(start));
  });
  it('is refused in words otherwise', () => {
    for (const start of [
      'today',
      {},
      { days_from_schedule: 1.5 },
      { days_from_schedule: '1' },
      { days_from_schedule: 1, hour: 6 },
      7,
      [1],
      { days_from_schedule: 1e9 },
    ]) {
      const [message = ''] = errorsOf(start);
      assert.match(
        message,
        /^solve\.start: Input should be an ISO date or date-time, or \{"days_from_schedule": N\}/,
        JSON.stringify(start),
      );
    }
  });
  it('may be that of a run, and of the runs of an experiment', () => {
    const run = {
      pcm_model_id: 'pcm-rolling',
      solver: { id: 'highs' },
      options: { start: { days_from_schedule: 1 } },
    };
    const times = { name: 'x', cron: '0 6 * * *' };
    assert.deepEqual(checkBody(scheduleBody, { ...times, run }).errors, []);
    const experiment = { name: 'seeds', execution: run, seeds: { count: 2 } };
    assert.deepEqual(checkBody(scheduleBody, { ...times, experiment }).errors, []);
  });
});
