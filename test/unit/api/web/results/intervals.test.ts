/** What the pages call the time of a job with intervals shorter than an hour. */
import assert from 'node:assert/strict';
import { hourChart } from '../../../../../api/web/charts/hour-chart.ts';
import {
  axisTitle,
  countIn,
  intervalHours,
  lengthOf,
  periodCell,
  periodName,
  periods,
  tick,
} from '../../../../../api/web/parts/interval.ts';
import type { Unit } from '../../../../../api/web/results/pack.ts';
import { hourlyCost } from '../../../../../api/web/results/unit-cost.ts';

const plain = {
  name: 'A',
  bus: 1,
  p_max: 100,
  p_min: 0,
  startup_cost: 0,
  ramp_up: null,
  ramp_down: null,
  min_uptime: 1,
  min_downtime: 1,
};

const axisOf = (values: number[]) => {
  const { xAxis } = hourChart({ unit: 'MW', series: [{ name: 'load', values, as: 'line' }] });
  return xAxis as { data: string[]; name: string };
};

describe('the time axis of a job', () => {
  afterEach(() => countIn({}));

  it('counts hours unless its result says otherwise', () => {
    countIn({});
    assert.deepEqual(
      [periodName(5), periodCell(5), tick(5), periods(), intervalHours()],
      ['hour 5', '5', '5', 'hours', 1],
    );
    assert.deepEqual([axisOf([1, 2]).data, axisOf([1]).name], [['0', '1'], 'hour']);
    assert.equal(lengthOf('24', undefined), '24 hours');
  });

  it('says when an interval begins', () => {
    countIn({ interval_minutes: 15 });
    assert.deepEqual(
      [periodName(22), periodCell(22), tick(22), periods()],
      ['interval 22 (5:30)', '22 (5:30)', '5:30', 'intervals'],
    );
    assert.deepEqual([axisOf([1, 2]).data, axisTitle()], [['0:00', '0:15'], 'time, h:mm']);
    assert.equal(lengthOf('96', 15), '96 intervals of 15 min');
    assert.equal(intervalHours(), 0.25);
  });

  it('reads the clock where the case has a date', () => {
    countIn({ start_time: '2020-07-06T23:00:00-07:00' });
    assert.deepEqual(
      [periodName(0), periodCell(1), tick(0), tick(1), axisTitle()],
      ['Mon 6 Jul, 23:00–00:00', 'Tue 7 Jul, 00:00', '23:00', 'Tue 7 Jul', ''],
    );
    countIn({ start_time: '2020-07-06', interval_minutes: 15 });
    assert.deepEqual([periodName(22), tick(22)], ['Mon 6 Jul, 05:30–05:45', '05:30']);
  });

  it('has the cost of a unit by its intervals', () => {
    const unit: Unit = {
      ...plain,
      marginal_cost: 20,
      no_load_cost: 40,
      initial_status: -1,
      startup_categories: [
        { lag_h: 1, cost_usd: 50 },
        { lag_h: 1.5, cost_usd: 80 },
      ],
    };
    const schedule = { on: [0, 0, 1, 1], startup: [0, 0, 1, 0], mw: [0, 0, 60, 30] };
    assert.deepEqual(hourlyCost(unit, schedule, 0.25), [0, 0, 80 + (40 + 1200) / 4, (40 + 600) / 4]);
  });
});
