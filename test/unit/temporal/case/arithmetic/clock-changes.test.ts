/** Scheduled times at clock changes: each local time starts one run, and the history gives the reason. */
import assert from 'node:assert/strict';
import { afterSkipped, clockNote } from '../../../../../temporal/case/arithmetic/clock-changes.ts';

const YEAR = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')] as const;
const skipped = (cron: string | null, time_zone: string): string[] =>
  afterSkipped({ cron, time_zone }, ...YEAR).map((at) => at.toISOString().slice(0, 16));
const note = (cron: string | null, time_zone: string, at: string) =>
  clockNote({ cron, time_zone }, new Date(`${at}:00Z`));

describe('a local time that a clock skips', () => {
  for (const [zone, cron, at, words] of [
    [
      'Europe/Berlin',
      '30 2 * * *',
      '2026-03-29T01:00',
      '02:30 is skipped on 2026-03-29 in Europe/Berlin: it starts when the clock is put forward to 03:00',
    ],
    [
      'America/New_York',
      '59 2 * * *',
      '2026-03-08T07:00',
      '02:59 is skipped on 2026-03-08 in America/New_York: it starts when the clock is put forward to 03:00',
    ],
    [
      'Australia/Lord_Howe',
      '15 2 * * *',
      '2026-10-03T15:30',
      '02:15 is skipped on 2026-10-04 in Australia/Lord_Howe: it starts when the clock is put forward to 02:30',
    ],
    // Four times are skipped; together they start one run.
    [
      'Europe/Berlin',
      '*/15 * * * *',
      '2026-03-29T01:00',
      '02:00 is skipped on 2026-03-29 in Europe/Berlin: it starts when the clock is put forward to 03:00',
    ],
  ] as const)
    it(`starts right after the gap: ${cron} in ${zone}`, () => {
      assert.deepEqual(skipped(cron, zone), [at]);
      assert.equal(note(cron, zone, at), words);
    });

  for (const [zone, cron] of [
    ['Europe/Berlin', '30 3 * * *'],
    ['Europe/Berlin', '30 1 * * *'],
    ['Europe/Berlin', '30 2 * * MON-SAT'],
    ['Europe/Berlin', '30 2 1-7 * *'],
    ['Australia/Lord_Howe', '45 2 * * *'],
    ['UTC', '30 2 * * *'],
    ['America/Phoenix', '30 2 * * *'],
    ['Europe/Berlin', 'no cron line at all'],
    ['Europe/Berlin', null],
  ] as const)
    it(`does not belong to ${cron} in ${zone}`, () => {
      assert.deepEqual(skipped(cron, zone), []);
      assert.equal(note(cron, zone, '2026-03-29T01:00'), null);
    });
});

describe('a local time that occurs twice', () => {
  for (const [zone, cron, first, second, local, day] of [
    ['Europe/Berlin', '30 2 * * *', '2026-10-25T00:30', '2026-10-25T01:30', '02:30', '2026-10-25'],
    ['Europe/Berlin', '0 * * * *', '2026-10-25T00:00', '2026-10-25T01:00', '02:00', '2026-10-25'],
    ['America/New_York', '30 1 * * *', '2026-11-01T05:30', '2026-11-01T06:30', '01:30', '2026-11-01'],
    ['Australia/Lord_Howe', '45 1 * * *', '2026-04-04T14:45', '2026-04-04T15:15', '01:45', '2026-04-05'],
  ] as const)
    it(`is noted to start once, for either of the two: ${cron} in ${zone}`, () => {
      for (const at of [first, second])
        assert.equal(
          note(cron, zone, at),
          `${local} occurs twice on ${day} in ${zone}, because the clock is put back: it starts once`,
        );
    });

  it('is none of the hours around it, nor a time that the line does not have', () => {
    for (const at of ['2026-10-24T23:59', '2026-10-25T02:00', '2026-10-24T00:30'])
      assert.equal(note('* * * * *', 'Europe/Berlin', at), null);
    assert.equal(note('30 3 * * *', 'Europe/Berlin', '2026-10-25T00:30'), null);
  });
});
