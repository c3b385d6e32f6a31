/** Figures of reports: sums, dates, fuel, and the balance of payments. */
import assert from 'node:assert/strict';
import { dayTotals } from '../../../../../activities/rolling/day-totals.ts';
import { seriesCalendar } from '../../../../../temporal/case/arithmetic/series-calendar.ts';
import type { Series } from '../../../../../temporal/case/messages/result.ts';
import { createTally, exactSum } from '../../../../../temporal/case/report/exact-sum.ts';
import { lineFigures } from '../../../../../temporal/case/report/market-figures.ts';
import { fuelUse, runCalendar, studyFacts } from '../../../../../temporal/case/report/study-facts.ts';
import { windowPart } from '../../../../../temporal/case/report/window-part.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';
import { threeBus } from '../../../../support/cases/three-bus.ts';
import { TWO_WINDOWS_NETWORK } from '../../../../support/cases/two-windows.ts';
import { solve } from '../../../../support/engine/solve.ts';

describe('an exact sum', () => {
  it('loses nothing beside a large number', () => {
    assert.equal(exactSum([1, 1e100, 1, -1e100]), 2);
    assert.equal(exactSum(Array.from({ length: 1_000_000 }, () => 0.1)), 100_000);
    assert.equal(exactSum([]), 0);
  });

  it('is kept for each figure of each key', () => {
    const tally = createTally();
    for (const figures of [{ a: 1e16, b: 1, name: 'x' }, { a: 1 }, { a: -1e16 }]) tally.add('key', figures);
    assert.deepEqual([tally.keys(), tally.get('key'), tally.get('other')], [['key'], { a: 1, b: 1 }, {}]);
  });

  it('of another tally is added together with its rounding error', () => {
    const [months, year] = [createTally(), createTally()];
    for (const a of [1e16, 1]) months.add('June', { a });
    months.add('July', { a: -1e16, b: 2 });
    for (const month of [...months.keys(), 'August']) year.merge('all', months, month);
    assert.deepEqual(year.get('all'), { a: 1, b: 2 });
  });
});

describe('the calendar of a run', () => {
  const calendar = seriesCalendar({ series_start: '2020-03-08T00:00:00', time_zone: 'America/New_York' });

  it('begins where the run does, and goes on hour by hour when clocks are changed', () => {
    assert.ok(calendar);
    const run = runCalendar({ hour: 1, calendar });
    assert.equal(run?.stamp(0), '2020-03-08T01:00:00-05:00');
    assert.equal(run?.stamp(1), '2020-03-08T03:00:00-04:00');
    assert.equal(run?.date(22), '2020-03-09');
    assert.equal(new Date(run?.instant(1) ?? 0).toISOString(), '2020-03-08T07:00:00.000Z');
  });

  it('is not known of a run without a date', () => {
    assert.equal(runCalendar({ hour: 5 }), undefined);
    assert.equal(runCalendar(), undefined);
  });
});

describe('fuel', () => {
  const heat = [
    { mw: 50, mmbtu_per_h: 500 },
    { mw: 100, mmbtu_per_h: 900 },
    { mw: 200, mmbtu_per_h: 1900 },
  ];
  const starts = [
    { lag_h: 1, mmbtu: 10 },
    { lag_h: 4, mmbtu: 30 },
  ];

  it('is read between the points of the curve and along its ends, and of starts by hours off', () => {
    const used = fuelUse(
      { heat, starts, co2: undefined },
      {
        commitment: [1, 1, 1, 0, 1],
        startup: [1, 0, 0, 0, 1],
        output: [75, 150, 300, 0, 25],
        initialStatus: -5,
      },
    );
    assert.deepEqual(used, [30 + 700, 1400, 2900, 0, 10 + 300]);
  });

  it('of a start counts the hours off since the unit stopped', () => {
    const startup = [0, 0, 0, 0, 0, 1];
    const schedule = {
      commitment: [1, 0, 0, 0, 0, 1],
      startup,
      output: [50, 0, 0, 0, 0, 50],
      initialStatus: 9,
    };
    assert.deepEqual(fuelUse({ heat, starts, co2: undefined }, schedule), [500, 0, 0, 0, 0, 30 + 500]);
  });

  it('is known from a heat rate alone, and unknown without one', () => {
    const [coal] = TWO_WINDOWS_NETWORK.generators;
    assert.ok(coal);
    const { heat_rate_curve: _, ...bare } = coal;
    const rated = studyFacts({ generators: [{ ...bare, heat_rate_btu_per_kwh: 9000 }] }).fuels.get('coal');
    assert.ok(rated);
    const on = { commitment: [1], startup: [0], output: [80], initialStatus: 1 };
    assert.deepEqual(fuelUse(rated, on), [720]);
    assert.equal(studyFacts({ generators: [bare] }).fuels.size, 0);
  });
});

describe('a DC line', () => {
  const payload: SolvePayload = {
    ...threeBus(),
    dc_lines: [{ id: 'DC', from_bus: 1, to_bus: 3, p_min_mw: -50, p_max_mw: 50 }],
  };
  const hoursAtLimit = async (flow: number, lmp: Series): Promise<number | undefined> => {
    const result = { ...(await solve('uc', threeBus())), dc_flow_mw: { DC: [flow] }, lmp };
    return lineFigures(payload, result, 1).get('DC')?.binding_hours[0];
  };

  it('is at a limit where it is full either way and parts prices, and in no other hour', async () => {
    const apart = { bus_1: [20], bus_2: [20], bus_3: [60] };
    const alike = { ...apart, bus_3: [20] };
    assert.deepEqual(
      await Promise.all([
        hoursAtLimit(50, apart),
        hoursAtLimit(-50, { ...apart, bus_1: [90] }),
        hoursAtLimit(30, apart),
        hoursAtLimit(50, alike),
      ]),
      [1, 1, 0, 0],
    );
  });
});

describe('the payments of a window', () => {
  it('equal earnings if a DC line loses power, whose cost is one of energy', async () => {
    const { transmission_lines, ...payload } = threeBus({ losses: false });
    const [first, ...others] = transmission_lines ?? [];
    assert.ok(first);
    const { from_bus, to_bus } = first;
    const line = {
      id: 'D',
      from_bus,
      to_bus,
      p_min_mw: -50,
      p_max_mw: 50,
      loss_factor: 0.2,
      cost_usd_per_mwh: 1,
    };
    const linked = { ...payload, transmission_lines: others, dc_lines: [line] };
    const result = await solve('scuc', linked);
    const first_hour = { start_hour: 0, kept_hours: 1 };
    const part = windowPart(linked, result, first_hour, studyFacts({ generators: [] }));
    const [day] = part.days;
    const sent = Math.abs(result.dc_flow_mw?.['D']?.[0] ?? 0);
    assert.ok(sent > 1);
    assert.ok(Math.abs(part.settlement_residual_usd) < 1e-3, String(part.settlement_residual_usd));
    assert.equal(day?.lines['D']?.energy_usd, sent);
    assert.equal(day?.system.losses_mwh, 0.2 * sent);
    const units = Object.values(day?.units ?? {}).reduce((usd, unit) => usd + unit.energy_usd, 0);
    const whole = dayTotals(linked, result, 1).energy_usd;
    assert.ok(Math.abs(units + sent - whole) < 1e-6, `${units} + ${sent}, not ${whole}`);
    assert.equal(result.cost_breakdown?.energy_usd, whole);
  });

  for (const losses of [false, true]) {
    it(`equal earnings if a line is full, ${losses ? 'with' : 'without'} losses`, async () => {
      const payload = threeBus({ losses });
      const result = await solve('scuc', payload);
      const part = windowPart(
        payload,
        result,
        { start_hour: 0, kept_hours: 1 },
        studyFacts({ generators: [] }),
      );
      const [day] = part.days;
      const paid = Object.values(day?.buses ?? {}).reduce((usd, bus) => usd + bus.load_payment_usd, 0);
      assert.ok((day?.lines['L13']?.congestion_rent_usd ?? 0) > 0);
      assert.equal((day?.system.loss_rent_usd ?? 0) > 1, losses);
      assert.ok(Math.abs(part.settlement_residual_usd) <= 1e-6 * paid, String(part.settlement_residual_usd));
    });
  }
});
