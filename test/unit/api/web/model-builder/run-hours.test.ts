import assert from 'node:assert/strict';
import { toDay } from '../../../../../api/web/model-builder/days.ts';
import {
  atHours,
  bucketSize,
  dearHours,
  dearWords,
  drawnHours,
  kindOfSupply,
  MOST_HOURS,
  roomOfRun,
  shareOfHours,
  type WindowHours,
} from '../../../../../api/web/model-builder/run-hours.ts';
import { aDay } from './a-day.ts';

const of = (kind: 'generator' | 'storage', type: string | null, fuel: string | null, mw: number[]) => ({
  kind,
  type,
  fuel,
  mw,
});

const aWindow = (day: number, changes: Partial<WindowHours> = {}): WindowHours => ({
  start_hour: 2 * (day - 1),
  supply: [
    of('generator', 'CT', 'NG', [4, 5]),
    of('generator', null, 'Coal', [6, 20]),
    of('storage', null, null, [0, 3]),
  ],
  charging_mw: [1, 0],
  curtailed_mw: [0, 2],
  unserved_mw: [0, 2],
  lowest_lmp: [null, 5],
  highest_lmp: [null, 9],
  ...changes,
});

const days = [1, 2, 3].map((day) => ({
  ...toDay(aDay(day, day === 2 ? null : {})),
  start_hour: 2 * (day - 1),
  hours: 2,
}));

describe('the mean price of a run', () => {
  const priced = (mean: readonly number[]) => {
    const of = Float64Array.from(mean);
    return {
      load: new Float64Array(mean.length).fill(100),
      prices: { low: of, mean: of, high: of, lowAt: [], highAt: [] },
    };
  };
  const usual = new Array<number>(23).fill(24.3);

  it('is explained by its decisive hour, with the shortfall', () => {
    const dear = dearHours(priced([...usual, 4032.46]));
    assert.ok(dear);
    assert.deepEqual(dear.hours, [23]);
    assert.equal(dearWords(dear, ['Spin_Up_R1']), 'One hour at $4,032: Spin_Up_R1 short; without it $24.30.');
  });

  it('is not explained by an hour where no hour, or where many are far above the others', () => {
    assert.equal(dearHours(priced(usual)), undefined);
    assert.equal(dearHours(priced([...usual, 30, Number.NaN])), undefined);
    assert.equal(dearHours(priced([...usual.slice(12), ...new Array<number>(8).fill(900)])), undefined);
    assert.equal(dearHours({ load: new Float64Array(0), prices: undefined }), undefined);
  });
});

describe('the hours of a run', () => {
  it('have supply by kind from the bottom up, and no load where no schedule is', () => {
    const { hours, layers, load, charging, prices } = roomOfRun(days, [aWindow(1), aWindow(3)]);
    assert.equal(hours, 6);
    const summaries = layers.map(({ name, values }) => [name, ...values].join(' '));
    assert.deepEqual(summaries, ['Coal 6 20 0 0 6 20', 'Gas turbine 4 5 0 0 4 5', 'Storage 0 3 0 0 0 3']);
    assert.deepEqual([...load], [10, 30, Number.NaN, Number.NaN, 10, 30]);
    assert.deepEqual([...charging], [-1, 0, 0, 0, -1, 0]);
    assert.deepEqual([...(prices?.mean ?? [])], [Number.NaN, 1, Number.NaN, Number.NaN, Number.NaN, 3]);
    assert.deepEqual([...(prices?.low ?? [])].slice(4), [Number.NaN, 5]);
  });

  it('have load and mean price before their supply is read', () => {
    const { layers, load, prices } = roomOfRun(days, []);
    assert.deepEqual([layers, load[1], prices?.mean[1]], [[], 30, 1]);
    assert.equal(roomOfRun([], []).hours, 0);
  });

  it('tell the kind by type and fuel, by the name of a unit where it has neither', () => {
    const none = { kind: 'generator', type: null, fuel: null };
    assert.equal(kindOfSupply({ ...none, type: 'CC', fuel: 'NG' }), 'gas_cc');
    assert.equal(kindOfSupply({ ...none, fuel: 'coal' }), 'coal');
    assert.equal(kindOfSupply({ ...none, type: 'solar_1' }), 'solar');
    assert.equal(kindOfSupply({ ...none, kind: 'storage', type: 'HYDRO' }), 'storage');
    assert.equal(kindOfSupply(none), 'other');
  });

  it('say in which share of them storage works and output is curtailed', () => {
    const { charging, curtailed } = roomOfRun(days, [aWindow(1), aWindow(3, { curtailed_mw: [0, 0] })]);
    assert.deepEqual([shareOfHours(charging), shareOfHours(curtailed)], [2 / 6, 1 / 6]);
    assert.equal(shareOfHours(undefined), 0);
  });
});

describe('the drawn hours of a run', () => {
  const YEAR = 8784;
  /** Two series in which all hours differ. */
  const series = [7, 11].map((factor) =>
    Float64Array.from({ length: YEAR }, (_, hour) => ((hour + 1) * factor * 7919) % 104_729),
  );

  it('are all hours of a short one, or of a part', () => {
    assert.deepEqual(drawnHours(series, 3, 6), [3, 4, 5]);
    assert.equal(drawnHours(series, 0, MOST_HOURS).length, MOST_HOURS);
  });

  it('keep the extremes of every series in every bucket of a long one, in order and once', () => {
    const hours = drawnHours(series, 0, YEAR);
    assert.ok(hours.length < MOST_HOURS, `${hours.length} hours`);
    assert.deepEqual(
      hours,
      [...new Set(hours)].sort((a, b) => a - b),
    );
    const size = bucketSize(0, YEAR);
    for (const values of series)
      for (let from = 0; from < YEAR; from += size) {
        const all = values.subarray(from, from + size);
        const shownValues = hours
          .filter((hour) => hour >= from && hour < from + size)
          .map((hour) => values[hour]);
        assert.ok(
          shownValues.includes(Math.max(...all)) && shownValues.includes(Math.min(...all)),
          `from ${from}`,
        );
      }
  });

  it('keep the one hour that has a value', () => {
    const few = new Float64Array(YEAR).fill(Number.NaN);
    few[5000] = 7;
    assert.ok(drawnHours([few], 0, YEAR).includes(5000));
  });

  it('are picked of all series', () => {
    const { hours, load, layers } = atHours(roomOfRun(days, [aWindow(1), aWindow(3)]), [1, 4]);
    assert.deepEqual([hours, [...load], [...(layers[0]?.values ?? [])]], [2, [30, 10], [20, 6]]);
  });
});
