/** The day-ahead and the real-time settlement of an hour, compared with figures computed by hand. */
import assert from 'node:assert/strict';
import { settlement } from '../../../../../temporal/case/report/settlement.ts';
import { TWO_WINDOWS } from '../../../../support/cases/two-windows.ts';

const [planned] = TWO_WINDOWS;
assert.ok(planned);
/** Day-ahead schedule of hour 1: coal gives 50 MW and wind 20 MW to a load of 70 MW, at 20 $/MWh. */
const dayAhead = { payload: planned.payload, result: planned.result, from: 1 };
/** Actual values, with more load and less wind: coal at bus 1 gives 60 MW, the battery 4 MW, and 2 MW are shed. */
const realTime = {
  payload: {
    ...planned.payload,
    horizon: 2,
    loads: [{ bus: 2, values: [78, 999] }],
    renewables: [{ name: 'wind', bus: 2, p_min: [0, 0], p_max: [15, 999] }],
  },
  result: {
    ...planned.result,
    commitment: { coal: [1, 1] },
    startup: { coal: [1, 0] },
    dispatch_mw: { coal: [60, 999] },
    renewable_mw: { wind: [12, 999] },
    curtailment_mw: { wind: [3, 999] },
    storage: { battery: { charge_mw: [0, 999], discharge_mw: [4, 0], energy_mwh: [16, 0] } },
    unserved_mw: { bus_2: [2, 999] },
    lmp: { bus_1: [25, 999], bus_2: [32, 999] },
    reserve_shortfall_mw: { spin: [0, 999] },
  },
  from: 0,
};

describe('the settlement of an hour of real time', () => {
  it('pays the plan at the day-ahead price, and deviations at the real-time price', () => {
    const { units, loads } = settlement(realTime, dayAhead, 1);
    const row = (
      day_ahead_mwh: number,
      real_time_mwh: number,
      day_ahead_usd: number,
      balancing_usd: number,
    ) => ({
      day_ahead_mwh,
      real_time_mwh,
      day_ahead_usd,
      balancing_usd,
    });
    assert.deepEqual(units, {
      coal: row(50, 60, 50 * 20, 10 * 25),
      wind: row(20, 12, 20 * 20, -8 * 32),
      battery: row(0, 4, 0, 4 * 32),
    });
    assert.deepEqual(loads, { 2: row(70, 76, 70 * 20, 6 * 32) });
  });

  it('states the planned and the actual cost of the hour, and unplanned starts', () => {
    const settled = settlement(realTime, dayAhead, 1);
    const nothing = { startup_usd: 0, shutdown_usd: 0, penalty_usd: 0, unserved_mwh: 0, curtailed_mwh: 0 };
    assert.deepEqual(settled.day_ahead, { ...nothing, energy_usd: 50 * 20, no_load_usd: 50, load_mwh: 70 });
    assert.deepEqual(settled.real_time, {
      ...nothing,
      energy_usd: 60 * 20,
      no_load_usd: 50,
      startup_usd: 300,
      penalty_usd: 2 * 10_000,
      load_mwh: 78,
      unserved_mwh: 2,
      curtailed_mwh: 3,
    });
    assert.equal(settled.quick_starts, 1);
    assert.deepEqual(settled.day_ahead_lmp_usd_per_mwh, [20]);
  });

  it('is nothing if the hour went as planned, however prices differ', () => {
    const dearer = { ...planned.result, lmp: { bus_1: [0, 500], bus_2: [0, 700] } };
    const { units, loads, quick_starts } = settlement({ ...dayAhead, result: dearer }, dayAhead, 1);
    for (const { balancing_usd } of [...Object.values(units), ...Object.values(loads)])
      assert.equal(balancing_usd, 0);
    assert.equal(quick_starts, 0);
  });

  it('buys everything in real time where day-ahead has no schedule', () => {
    const { units, loads, day_ahead, day_ahead_lmp_usd_per_mwh } = settlement(realTime, undefined, 1);
    assert.deepEqual([units['coal']?.day_ahead_usd, units['coal']?.balancing_usd], [0, 60 * 25]);
    assert.equal(loads['2']?.balancing_usd, 76 * 32);
    assert.deepEqual([day_ahead, day_ahead_lmp_usd_per_mwh], [undefined, [null]]);
  });
});
