/** Why a number of a result is what it is: small cases whose answers are known by hand. */
import assert from 'node:assert/strict';
import type { Contribution } from '../../../../../api/web/results/attribution.ts';
import { NONE, toMatrix, toParts } from '../../../../../api/web/results/matrix.ts';
import { explain } from '../../../../../api/web/results/why.ts';
import type { Facts, Question } from '../../../../../api/web/results/why-facts.ts';

const unit = (name: string, bus: number, marginal_cost: number, more = {}) => ({
  name,
  bus,
  marginal_cost,
  p_min: 10,
  p_max: 100,
  no_load_cost: 0,
  startup_cost: 500,
  initial_status: 5,
  ramp_up: null,
  ramp_down: null,
  min_uptime: 1,
  min_downtime: 1,
  ...more,
});

interface Small {
  readonly units: Facts['given']['generators'];
  readonly mw: Readonly<Record<string, number[]>>;
  readonly prices: Readonly<Record<string, number[]>>;
  readonly load: Readonly<Record<string, number[]>>;
  readonly given?: Partial<Facts['given']>;
  readonly result?: Partial<Facts['result']>;
}

/** A unit is on where it gives anything; its start is where it was off before. */
function facts({ units, mw, prices, load, given, result }: Small): Facts {
  const on = Object.entries(mw).map(
    ([name, hours]) => [name, hours.map((value) => Number(value > 0))] as const,
  );
  const startup = on.map(([name, hours]) => {
    const wasOn = (t: number): number =>
      hours[t - 1] ?? Number((units.find((each) => each.name === name)?.initial_status ?? 0) > 0);
    return [name, hours.map((is, t) => Number(is > wasOn(t)))];
  });
  const parts = Object.entries(prices).map(([bus, values]) => {
    const none = values.map(() => 0);
    return [bus, { energy: values, congestion: none, loss: none }];
  });
  return {
    result: {
      dispatch_mw: toMatrix(mw),
      commitment: toMatrix(Object.fromEntries(on)),
      startup: toMatrix(Object.fromEntries(startup)),
      lmp: toMatrix(prices),
      lmp_components: toParts(Object.fromEntries(parts)),
      binding_constraints: [],
      ...result,
    },
    given: { generators: units, loads: toMatrix(load), ...given },
  };
}

const told = (question: Question, known: Facts, limits: readonly Contribution[] = []) => {
  const { question: asked, sentences, rows } = explain(question, known, limits);
  return {
    asked,
    text: sentences.filter(Boolean).join(' '),
    rows: rows.map(([name, text]) => `${name}: ${text}`),
  };
};

describe('why a price', () => {
  const cheap = unit('cheap', 1, 20);
  const dear = unit('dear', 1, 50);
  const PRICE = { kind: 'price', name: 'bus_1', hour: 0 } as const;
  const known = (mw: Record<string, number[]>, price: number, more: Partial<Small> = {}) =>
    facts({ units: [cheap, dear], mw, prices: { bus_1: [price] }, load: { 1: [130] }, ...more });

  it('is the cost of the unit that is free to move', () => {
    const { asked, text } = told(PRICE, known({ cheap: [100], dear: [30] }, 50));
    assert.equal(asked, 'Why is the price at bus 1 $50.00/MWh in hour 0?');
    assert.equal(
      text,
      'dear at bus 1 stands at 30 MW, between 10 MW and 100 MW, and costs $50.00/MWh: one MWh more would add to it.',
    );
  });

  it('is that of a curve between its points, with a price of CO2', () => {
    const cost_curve = [10, 50, 100].map((mw, i) => ({ mw, usd_per_h: [0, 800, 2300][i] ?? 0 }));
    const units = [unit('curved', 1, 0, { cost_curve, co2_t_per_mwh: 0.5 })];
    const given = { emission_price_usd_per_t: 10 };
    // 1500 $/h over 50 MW, and 5 $/MWh of CO2.
    assert.match(told(PRICE, known({ curved: [80] }, 35, { units, given })).text, /costs \$35\.00\/MWh: one/);
    // At its middle point any price from 20 + 5 to 30 + 5 would do.
    assert.match(
      told(PRICE, known({ curved: [50] }, 28, { units, given })).text,
      /costs \$25\.00\/MWh to \$35\.00\/MWh, at a step of its cost: one/,
    );
  });

  it('names the ramp or the reserve that ties a unit which is inside its limits', () => {
    const units = [unit('slow', 1, 20, { ramp_up: 30 })];
    const small = { units, prices: { bus_1: [20, 90] }, load: { 1: [40, 70] }, mw: { slow: [40, 70] } };
    const ramping = told({ ...PRICE, hour: 1 }, facts(small)).text;
    assert.match(ramping, /held by its ramp up of 30 MW\/h: other hours or rules make the rest/);
    const reserve_mw = { spin: toMatrix({ dear: [70] }) };
    const holding = told(PRICE, known({ cheap: [100], dear: [30] }, 60, { result: { reserve_mw } })).text;
    assert.match(holding, /held by the 70 MW of reserve that it holds/);
  });

  it('follows over a limit from units elsewhere', () => {
    const lmp_components = toParts({
      bus_1: { energy: [20], congestion: [0], loss: [0] },
      bus_2: { energy: [20], congestion: [30], loss: [0] },
    });
    const units = [cheap, unit('full', 2, 40)];
    const between = facts({
      units,
      mw: { cheap: [60], full: [100] },
      prices: { bus_1: [20], bus_2: [50] },
      load: { 2: [160] },
      result: { lmp_components },
    });
    const limits = [{ line: 'L', contingency: null, share: -1, usd: 30 }];
    const { text, rows } = told({ ...PRICE, name: 'bus_2' }, between, limits);
    assert.match(
      text,
      /Nothing at this price is free to move\. One MWh more would come from cheap \(\$20\.00\/MWh\)/,
    );
    assert.match(
      text,
      /Most of its congestion is line L: of a MWh from here it would carry 1, which makes \$30/,
    );
    assert.deepEqual(rows, [
      'Energy: $20.00/MWh',
      'line L: $30.00/MWh',
      'All congestion: $30.00/MWh',
      'Losses: $0.00/MWh',
    ]);
  });

  it('is that of load which is not served, and of nothing where nothing is free to move', () => {
    const given = { options: { unserved_energy_usd_per_mwh: 1000 } };
    const result = { unserved_mw: toMatrix({ bus_1: [10] }) };
    const shedding = known({ cheap: [100], dear: [100] }, 1000, { given, result });
    assert.match(
      told(PRICE, shedding).text,
      /^Unserved load at bus 1 stands at 10 MW, .* costs \$1,000\.00\/MWh/,
    );
    assert.match(
      told(PRICE, known({ cheap: [100], dear: [100] }, 70)).text,
      /^No single constraint explains it/,
    );
  });
});

describe('why a unit', () => {
  const prices = { bus_1: [20, 60, 60, 20] };
  const load = { 1: [80, 150, 150, 80] };
  const base = unit('base', 1, 20);
  const state = (known: Facts, hour: number) => told({ kind: 'unit', name: 'peak', hour }, known).text;

  it('starts: without it the load is not served', () => {
    const peak = unit('peak', 1, 50, { initial_status: -3 });
    const known = facts({
      units: [base, peak],
      mw: { base: [80, 100, 100, 80], peak: [0, 50, 50, 0] },
      prices,
      load,
    });
    const start = told({ kind: 'unit', name: 'peak', hour: 1 }, known);
    assert.equal(start.asked, 'Why does peak start in hour 1?');
    // 2 h x 50 MW x 10 $/MWh - 500 $; before it 3 h and the first one.
    assert.equal(
      start.text,
      'It is on for 2 h, after 4 h off. At the prices of its bus, it earns $500 in these hours, its start-up cost included. Without it, all else that is on would be 50 MW short of load and reserve: it is needed.',
    );
  });

  it('stops when its minimum up time lets it, and stays off where it would lose', () => {
    const peak = unit('peak', 1, 50, { initial_status: -3, min_uptime: 2 });
    const known = facts({
      units: [base, peak],
      mw: { base: [80, 100, 100, 80], peak: [0, 50, 50, 0] },
      prices,
      load,
    });
    assert.match(
      state(known, 3),
      /^It is off for 1 h, after 2 h on\. It could not stop earlier: its minimum up time of 2 h held it\./,
    );
    // At Pmin: 10 MW x (20 - 50) $/MWh.
    assert.match(state(known, 3), /if it were on, it would lose \$300 in these hours/);
    assert.match(state(known, 2), /It is on no longer than its minimum up time of 2 h demands\./);
  });

  it('is on though it pays nothing: that is said', () => {
    const peak = unit('peak', 1, 90);
    const known = facts({
      units: [base, peak],
      mw: { base: [80], peak: [10] },
      prices: { bus_1: [20] },
      load: { 1: [90] },
    });
    assert.match(state(known, 0), /it loses \$700 in these hours\. No single constraint explains it/);
    assert.match(state(known, 0), /Its output is held by its Pmin\.$/);
    const given = { generators: [base, { ...peak, must_run: true }] };
    assert.match(state({ ...known, given: { ...known.given, ...given } }, 0), /It must run/);
  });

  it('is given to a dispatch', () => {
    const known = facts({
      units: [base],
      mw: { base: [80] },
      prices: { bus_1: [20] },
      load,
      result: { startup: NONE },
    });
    assert.match(
      told({ kind: 'unit', name: 'base', hour: 0 }, known).text,
      /A dispatch does not choose what is on/,
    );
  });
});

describe('why load is not served, a line binds, and what costs', () => {
  const units = [unit('a', 1, 20), unit('b', 1, 50, { initial_status: -9 })];
  const small = { units, mw: { a: [100, 100], b: [0, 0] }, prices: { bus_1: [20, 1000], bus_2: [20, 1000] } };
  const shed = (load: number, more: Partial<Facts['result']> = {}) => {
    const result = { unserved_mw: toMatrix({ bus_2: [0, 30] }), ...more };
    const given = { options: { unserved_energy_usd_per_mwh: 1000 } };
    return told({ kind: 'unserved' }, facts({ ...small, load: { 2: [100, load] }, result, given }));
  };
  const binding = {
    line_id: 'L',
    contingency_id: null,
    hour: 1,
    flow_mw: -70,
    limit_mw: 70,
    shadow_price_usd_per_mwh: -30,
  };

  it('says whether capacity, commitment or the network keeps load dark, in the worst hour', () => {
    const all = shed(230);
    assert.equal(all.asked, 'Why are 30 MW not served in hour 1?');
    assert.match(all.text, /^All units, renewables and storage together are 30 MW short/);
    assert.deepEqual(all.rows, ['bus 2: 30 MW']);
    assert.match(shed(130).text, /^What is on is 30 MW short of load and reserve; units that are off: 1\./);
    assert.match(
      shed(90, { binding_constraints: [binding] }).text,
      /^Enough is on, but lines at a limit can keep power away: L\./,
    );
    assert.match(shed(90).text, /^No single constraint explains it/);
  });

  it('tells the direction, the prices at both ends and the worth of a limit', () => {
    const given = { transmission_lines: [{ id: 'L', from_bus: 2, to_bus: 1, x_pu: 0.1 }] };
    const prices = { bus_1: [20, 20], bus_2: [20, 50] };
    const known = facts({
      ...small,
      prices,
      load: { 2: [100, 170] },
      given,
      result: { binding_constraints: [binding] },
    });
    const { text, rows } = told({ kind: 'line', name: 'L', contingency: null }, known);
    assert.equal(
      text,
      'In hour 1, 70 MW go from bus 1 to bus 2, and 70 MW may. The price is $20.00/MWh at bus 1 and $50.00/MWh at bus 2; one MW more of this limit would save $30.00/MWh.',
    );
    assert.deepEqual(rows, ['hour 1: $30.00/MWh']);
  });

  it('tells which units cost most', () => {
    const known = facts({ ...small, mw: { a: [100, 100], b: [0, 20] }, load: { 2: [100, 120] } });
    const { text, rows } = told({ kind: 'cost' }, known);
    // b: 20 MWh at 50 $ and a start of 500 $; a: 200 MWh at 20 $.
    assert.match(text, /2 units make \$5,500; .* a costs most, \$4,000: 200 MWh, starts: 0\.$/);
    assert.deepEqual(rows, ['a: $4,000, 72.73 %', 'b: $1,500, 27.27 %']);
  });
});
