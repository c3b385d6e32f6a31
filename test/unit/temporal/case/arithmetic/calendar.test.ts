import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { instantOf, isZone, monthAt, stampOf } from '../../../../../temporal/case/arithmetic/calendar.ts';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const utc = (text: string): number => Date.parse(text);

describe('calendar', () => {
  it('reads dates as local time of the zone', () => {
    const cases = [
      ['2020-01-01', 'UTC', '2020-01-01T00:00:00Z'],
      ['2020-07-05T06:30', '-07:00', '2020-07-05T13:30:00Z'],
      ['2020-07-05T06:30:15', 'America/Phoenix', '2020-07-05T13:30:15Z'],
      ['2024-03-31T01:30:00', 'Europe/Berlin', '2024-03-31T00:30:00Z'],
      ['2024-03-31T03:30:00', 'Europe/Berlin', '2024-03-31T01:30:00Z'],
      ['2024-07-01', 'Europe/Berlin', '2024-06-30T22:00:00Z'],
      ['2024-07-01T00:00:00Z', 'Europe/Berlin', '2024-07-01T00:00:00Z'],
      ['2024-07-01T00:00:00+05:30', 'UTC', '2024-06-30T18:30:00Z'],
    ] as const;
    for (const [text, zone, expected] of cases) assert.equal(instantOf(text, zone), utc(expected), text);
  });
  it('knows which days there are', () => {
    assert.notEqual(instantOf('2020-02-29', 'UTC'), undefined);
    for (const text of ['2021-02-29', '2020-13-01', '2020-06-31', '2020-01-01T25:00', 'soon'])
      assert.equal(instantOf(text, 'UTC'), undefined, text);
  });
  it('writes the local time with its offset', () => {
    assert.equal(stampOf(utc('2020-07-05T00:00:00Z'), 'UTC'), '2020-07-05T00:00:00+00:00');
    assert.equal(stampOf(utc('2020-07-05T00:00:00Z'), 'America/Phoenix'), '2020-07-04T17:00:00-07:00');
    assert.equal(stampOf(utc('2024-10-27T01:00:00Z'), 'Europe/Berlin'), '2024-10-27T02:00:00+01:00');
    assert.equal(stampOf(utc('2020-01-01T00:00:00Z'), '+05:30'), '2020-01-01T05:30:00+05:30');
  });
  it('counts months by the local calendar', () => {
    const midnight = utc('2024-02-01T00:00:00Z');
    assert.deepEqual([monthAt(midnight, 'UTC') % 12, monthAt(midnight, '-01:00') % 12], [1, 0]);
    assert.equal(
      monthAt(utc('2025-01-15T00:00:00Z'), 'UTC') - monthAt(utc('2024-12-15T00:00:00Z'), 'UTC'),
      1,
    );
  });
  it('knows zones by name and by offset', () => {
    for (const zone of ['UTC', 'Z', '-07:00', 'Europe/Berlin']) assert.ok(isZone(zone), zone);
    for (const zone of ['Mars/Olympus', '7', '']) assert.ok(!isZone(zone), zone);
  });
  it('keeps little of a zone, however many spellings of its name are asked for', function () {
    this.timeout(60_000);
    const name = 'america/argentina/comodrivadavia';
    const spelt = (n: number) =>
      [...name].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join('');
    const ask = (from: number) => {
      for (let n = from; n < from + 3000; n++) assert.ok(isZone(spelt(n)));
      collect();
      return process.memoryUsage().rss / 1e6;
    };
    ask(0);
    const before = ask(3000);
    const grown = ask(6000) - before;
    // A format takes 32 kB; one for each spelling would take 96 MB.
    assert.ok(grown < 48, `${grown.toFixed(0)} MB`);
  });
});
