/** Labels of time in the pages: hours, shorter intervals, and local time for a case with a date. */
import assert from 'node:assert/strict';
import { hourChart } from '../../../../../api/web/charts/hour-chart.ts';
import {
  axisTitle,
  countIn,
  intervalHours,
  lengthOf,
  named,
  periodCell,
  periodName,
  periods,
  periodsCell,
  tick,
} from '../../../../../api/web/parts/interval.ts';

const axisOf = (values: number[]) => {
  const { xAxis } = hourChart({ unit: 'MW', series: [{ name: 'load', values, as: 'step' }] });
  return xAxis as { data: string[]; name: string };
};

describe('the time axis of a job', () => {
  afterEach(() => countIn({}));

  for (const [what, times, words] of [
    ['counts hours unless its result says otherwise', {}, ['hour 22', '22', '22', 'hours', 'hour']],
    [
      'says when an interval begins',
      { interval_minutes: 15 },
      ['interval 22 (5:30)', '22 (5:30)', '5:30', 'intervals', 'time, h:mm'],
    ],
    [
      'reads the clock where the case has a date',
      { start_time: '2020-07-06', interval_minutes: 15 },
      ['Mon 6 Jul, 05:30–05:45', 'Mon 6 Jul, 05:30', '05:30', 'intervals', ''],
    ],
    [
      'names the day at midnight',
      { start_time: '2020-07-06T02:00:00-07:00' },
      ['Tue 7 Jul, 00:00–01:00', 'Tue 7 Jul, 00:00', 'Tue 7 Jul', 'hours', ''],
    ],
  ] as const)
    it(what, () => {
      countIn(times);
      assert.deepEqual([periodName(22), periodCell(22), tick(22), periods(), axisTitle()], words);
      assert.deepEqual(axisOf([1, 2]), { ...axisOf([1]), data: [tick(0), tick(1)], name: axisTitle() });
      assert.equal(intervalHours(), 'interval_minutes' in times ? 0.25 : 1);
    });

  it('names many hours by their runs, with dates where there are dates', () => {
    assert.equal(periodsCell([1, 3, 4, 5, 9]), '1, 3 to 5, 9');
    countIn({ start_time: '2020-07-06' });
    assert.equal(
      periodsCell([1, 3, 4, 22, 23, 24]),
      'Mon 6 Jul, 01:00–02:00; Mon 6 Jul, 03:00–05:00; Mon 6 Jul, 22:00 to Tue 7 Jul, 01:00',
    );
  });

  it('names hours in sentences of the service, where there are dates', () => {
    const text = 'Hour 17: load 5 MW. Short in hour 18, and interval 3 (0:45).';
    assert.equal(named(`${text} bus_7`), `${text} bus 7`);
    countIn({ start_time: '2020-07-06' });
    assert.equal(
      named(text),
      'Mon 6 Jul, 17:00–18:00: load 5 MW. Short on Mon 6 Jul, 18:00–19:00, and Mon 6 Jul, 03:00–04:00.',
    );
  });

  it('has the length of a case that is not solved', () => {
    assert.deepEqual([lengthOf('24', undefined), lengthOf('96', 15)], ['24 hours', '96 intervals of 15 min']);
  });
});
