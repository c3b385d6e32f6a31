/** Cron lines: the local times that match them, and the messages of refusals. */
import assert from 'node:assert/strict';
import { fitsCron, readCron } from '../../../../../temporal/case/arithmetic/cron.ts';

const fits = (line: string, local: string): boolean => {
  const cron = readCron(line);
  assert.ok(typeof cron !== 'string', String(cron));
  return fitsCron(cron, Date.parse(`${local}Z`));
};

describe('a cron line', () => {
  for (const [line, local, expected] of [
    ['30 6 * * MON-FRI', '2026-11-27T06:30', true],
    ['30 6 * * mon-fri', '2026-11-28T06:30', false],
    ['*/15 8-18/2 * * *', '2026-11-28T10:45', true],
    ['*/15 8-18/2 * * *', '2026-11-28T11:45', false],
    ['0 0 1 JAN,7 *', '2026-07-01T00:00', true],
    ['0 0 * * 7', '2026-11-29T00:00', true],
    ['0 0 * * 5-7', '2026-11-29T00:00', true],
    // Both day fields must match, as in Temporal, so this is the second Monday.
    ['0 7 8-14 * MON', '2026-11-09T07:00', true],
    ['0 7 8-14 * MON', '2026-11-10T07:00', false],
    ['5/20 * * * *', '2026-11-09T07:45', true],
  ] as const)
    it(`${line} ${expected ? 'is' : 'is not'} ${local}`, () => assert.equal(fits(line, local), expected));

  for (const [line, words] of [
    ['0 7 * * 1#2', /no nth day of week; the second Monday is 8-14/],
    ['*/90 * * * *', /Minute \*\/90: a step is from 1 to 59; intervals of any length are every_minutes/],
    ['0 */24 * * *', /Hour \*\/24: a step/],
    ['*/0 * * * *', /a step/],
    ['0 7 L * *', /Day of month L is neither a number/],
    ['0 7 ? * *', /is neither a number/],
    ['61 0 * * *', /^Minute is not in range \[0-59\]$/],
    ['0 22-2 * * *', /Hour 22-2 ends before it begins/],
    ['0 7 * FOO *', /Month FOO is neither/],
    ['0 7 *-3 * *', /is neither/],
    ['0,,5 7 * * *', /is neither/],
    ['0 7 * *', /five fields/],
  ] as const)
    it(`${line} is refused in words`, () => {
      const cron = readCron(line);
      assert.ok(typeof cron === 'string');
      assert.match(cron, words);
    });
});
