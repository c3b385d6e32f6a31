/** Every figure of a report, added up by hand over a run of four hours in two windows. */
import assert from 'node:assert/strict';
import { toReport } from '../../../../api/model-builder/report.ts';
import { studyElements } from '../../../../api/model-builder/study-elements.ts';
import type { PartCertificate } from '../../../../temporal/case/messages/window-part.ts';
import type { RunStart } from '../../../../temporal/case/report/calendar.ts';
import { studyFacts } from '../../../../temporal/case/report/study-facts.ts';
import { windowPart } from '../../../../temporal/case/report/window-part.ts';
import { TWO_WINDOWS, TWO_WINDOWS_NETWORK, TWO_WINDOWS_START } from '../../../support/cases/two-windows.ts';

async function* parts(start: RunStart | undefined) {
  const facts = studyFacts(TWO_WINDOWS_NETWORK, start);
  for (const window of TWO_WINDOWS) {
    // As it is stored.
    yield JSON.parse(JSON.stringify(windowPart(window.payload, window.result, window, facts)));
  }
}
const reportOf = (start?: RunStart) => toReport(parts(start), studyElements(TWO_WINDOWS_NETWORK));

const NO_UNIT = {
  generation_mwh: 0,
  available_mwh: 0,
  curtailed_mwh: 0,
  hours_on: 0,
  starts: 0,
  energy_usd: 0,
  no_load_usd: 0,
  startup_usd: 0,
  shutdown_usd: 0,
  total_cost_usd: 0,
  revenue_usd: 0,
  reserve_revenue_usd: 0,
  uplift_usd: 0,
  fuel_mmbtu: null,
  co2_t: null,
};
const COAL = {
  ...NO_UNIT,
  generation_mwh: 150,
  hours_on: 3,
  starts: 1,
  energy_usd: 3000,
  no_load_usd: 150,
  startup_usd: 300,
  shutdown_usd: 40,
  total_cost_usd: 3490,
  revenue_usd: 1200 + 1000 + 1200,
  reserve_revenue_usd: 20 + 300,
  // June: cost 2300, revenue 2220; July earns more than it costs.
  uplift_usd: 80,
  // 100 + 9 for each MW, and 25 for the start.
  fuel_mmbtu: 640 + 550 + 485,
  co2_t: 167.5,
};
const WIND = {
  ...NO_UNIT,
  generation_mwh: 80,
  available_mwh: 95,
  curtailed_mwh: 15,
  revenue_usd: 600 + 400 + 3000 + 300,
};
const BATTERY = { ...NO_UNIT, generation_mwh: 2, revenue_usd: 1000 - 240 };

describe('a report', () => {
  it('has for each unit what it gave, burnt, cost and earned', async () => {
    const { by_unit } = await reportOf(TWO_WINDOWS_START);
    assert.deepEqual(by_unit, [
      {
        unit: 'coal',
        kind: 'generator',
        type: 'STEAM',
        fuel: 'Coal',
        area: 'north',
        bus: 1,
        capacity_mw: 100,
        capacity_factor: 150 / 400,
        ...COAL,
      },
      {
        unit: 'wind',
        kind: 'renewable',
        type: 'WIND',
        fuel: null,
        area: 'south',
        bus: 2,
        capacity_mw: 35,
        capacity_factor: 80 / 140,
        ...WIND,
      },
      {
        unit: 'battery',
        kind: 'storage',
        type: 'BATTERY',
        fuel: null,
        area: 'south',
        bus: 2,
        capacity_mw: 20,
        capacity_factor: 10 / 80,
        ...BATTERY,
      },
    ]);
  });

  it('has the same for groups, and the load of areas', async () => {
    const { by_type, by_fuel, by_area } = await reportOf(TWO_WINDOWS_START);
    const rows = (groups: readonly { group: string | null; units: number; generation_mwh: number }[]) =>
      groups.map(({ group, units, generation_mwh }) => [group, units, generation_mwh]);
    assert.deepEqual(rows(by_type), [
      ['STEAM', 1, 150],
      ['WIND', 1, 80],
      ['BATTERY', 1, 2],
    ]);
    assert.deepEqual(rows(by_fuel), [
      ['Coal', 1, 150],
      [null, 2, 82],
    ]);
    assert.deepEqual(by_area[0], {
      group: 'north',
      units: 1,
      capacity_mw: 100,
      capacity_factor: 150 / 400,
      ...COAL,
      load_mwh: 0,
      unserved_mwh: 0,
      load_payment_usd: 0,
    });
    assert.deepEqual(by_area[1], {
      group: 'south',
      units: 2,
      capacity_mw: 55,
      capacity_factor: 90 / 220,
      ...WIND,
      generation_mwh: 82,
      revenue_usd: 4300 + 760,
      load_mwh: 237,
      unserved_mwh: 5,
      load_payment_usd: 2400 + 1400 + 4000 + 1260,
    });
  });

  it('has the sums of everything, and what is paid is what is earned', async () => {
    const { hours, totals } = await reportOf(TWO_WINDOWS_START);
    assert.equal(hours, 4);
    assert.deepEqual(totals, {
      ...COAL,
      generation_mwh: 232,
      available_mwh: 95,
      curtailed_mwh: 15,
      revenue_usd: 3400 + 4300 + 760,
      load_mwh: 237,
      unserved_mwh: 5,
      unserved_hours: 1,
      load_payment_usd: 9060,
      congestion_rent_usd: 600,
      loss_rent_usd: 0,
      losses_mwh: 0,
      reserve_shortage_mwh: 14,
      overflow_mwh: 0,
      unserved_usd: 50_000,
      reserve_shortage_usd: 14_000,
      overflow_usd: 0,
      penalty_usd: 64_000,
      average_lmp_usd_per_mwh: 9060 / 232,
      objective_value: 3490 + 64_000,
      hours_without_prices: 0,
      settlement_residual_usd: 0,
    });
  });

  it('has a row for each month by local time', async () => {
    const { by_month } = await reportOf(TWO_WINDOWS_START);
    const few = by_month.map((month) => [
      month.month,
      month.hours,
      month.total_cost_usd,
      month.uplift_usd,
      month.load_mwh,
      month.unserved_mwh,
      month.congestion_rent_usd,
      month.fuel_mmbtu,
      month.penalty_usd,
      month.unserved_hours,
      [month.charged_mwh, month.discharged_mwh],
      month.generation_mwh_by_type,
      month.generation_mwh_by_fuel,
    ]);
    assert.deepEqual(few, [
      [
        ...['2020-06', 2, 2300, 80, 150, 0, 600, 1190, 0],
        ...[0, [0, 0], { STEAM: 110, WIND: 40, BATTERY: 0 }, { Coal: 110, WIND: 40, BATTERY: 0 }],
      ],
      [
        ...['2020-07', 2, 1190, 0, 87, 5, 0, 485, 64_000],
        ...[1, [8, 10], { STEAM: 40, WIND: 40, BATTERY: 2 }, { Coal: 40, WIND: 40, BATTERY: 2 }],
      ],
    ]);
  });

  it('has reserves, storage and lines, and the curves of load and price', async () => {
    const report = await reportOf(TWO_WINDOWS_START);
    assert.deepEqual(report.reserves, [
      {
        product: 'spin',
        required_mwh: 40,
        held_mwh: 26,
        shortage_mwh: 14,
        short_hours: 2,
        payment_usd: 20 + 300,
      },
    ]);
    assert.deepEqual(report.storage, [
      { storage: 'battery', charged_mwh: 8, discharged_mwh: 10, cycles: 0.2 },
    ]);
    assert.deepEqual(report.lines, [
      { line: 'line', binding_hours: 1, congestion_rent_usd: 600, overflow_mwh: 0 },
    ]);
    const shares = [25, 50, 75, 100];
    const curve = (values: number[]) => values.map((value, at) => ({ share: shares[at], value }));
    assert.deepEqual(report.load_duration, curve([80, 70, 45, 42]));
    assert.deepEqual(report.price_duration, curve([100, 30, 30, 20]));
  });

  it('without dates has no months, and makes whole over the days of the run, in however many windows', async () => {
    const { by_month, by_unit } = await reportOf();
    assert.deepEqual(by_month, []);
    // All four hours are one day: cost 3490, revenue 3720.
    assert.deepEqual(
      by_unit.map(({ uplift_usd }) => uplift_usd),
      [0, 0, 0],
    );
  });

  it('counts what spills a renewable to its groups, and a unit that the network does not know to none', () => {
    const { of } = studyElements(TWO_WINDOWS_NETWORK);
    assert.deepEqual(of('spill of wind'), { ...of('wind'), capacity_mw: 0 });
    assert.deepEqual(
      [of('wind').type, of('stranger').type, of('spill of nothing').type],
      ['WIND', null, null],
    );
  });

  it('is as certain as its worst window', async () => {
    const certified = async (...certificates: readonly PartCertificate[]) => {
      async function* all() {
        for (const certificate of certificates)
          yield {
            days: [],
            load_mw: [],
            average_lmp_usd_per_mwh: [],
            settlement_residual_usd: 0,
            certificate,
          };
      }
      return (await toReport(all(), studyElements(TWO_WINDOWS_NETWORK))).certificate;
    };
    const good = { verified: true, violation: 0.2, mip_gap: 0.001, independent_gap: 0.003 };
    const bad = { verified: false, violation: 7, mip_gap: 0.002, independent_gap: null };
    assert.deepEqual(await certified(good, { ...good, violation: 0.1, mip_gap: 0.0005 }), {
      windows: 2,
      verified: true,
      largest_violation: 0.2,
      largest_mip_gap: 0.001,
      largest_independent_gap: 0.003,
    });
    assert.deepEqual(await certified(good, bad, good), {
      windows: 3,
      verified: false,
      largest_violation: 7,
      largest_mip_gap: 0.002,
      largest_independent_gap: null,
    });
  });

  it('of a run that has solved nothing is of zeros', async () => {
    async function* none() {}
    const { totals, certificate, by_unit, load_duration } = await toReport(
      none(),
      studyElements(TWO_WINDOWS_NETWORK),
    );
    assert.deepEqual(
      [certificate.windows, certificate.verified, certificate.largest_mip_gap],
      [0, false, null],
    );
    assert.deepEqual([totals.load_mwh, totals.fuel_mmbtu, totals.average_lmp_usd_per_mwh], [0, null, null]);
    assert.deepEqual([by_unit.length, by_unit[0]?.capacity_factor, load_duration], [3, null, []]);
  });
});
