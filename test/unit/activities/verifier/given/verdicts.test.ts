/** The three verdicts on a given schedule, and the messages about its violations. */
import assert from 'node:assert/strict';
import { verifyGiven } from '../../../../../activities/verifier/given/verify-given.ts';
import type { GivenSchedule } from '../../../../../temporal/case/messages/verification.ts';
import type { SolvePayload } from '../../../../../temporal/case/schema.ts';

const unit = (name: string, bus: number, marginal_cost: number, p_max = 200) => ({
  ...{ name, bus, p_max, p_min: 0, marginal_cost, no_load_cost: 0, startup_cost: 0, ramp_up: null },
  ...{ ramp_down: null, min_uptime: 1, min_downtime: 1, initial_status: 1 },
});

const line = (id: string, from_bus: number, to_bus: number, rating_mw: number) => ({
  ...{ id, from_bus, to_bus, rating_mw, x_pu: 0.1 },
});

/** A cheap unit at bus 1, an expensive unit and the load at bus 2, and a line of 50 MW between them. */
const TWO_BUSES: SolvePayload = {
  horizon: 1,
  loads: [{ bus: 2, values: [100] }],
  generators: [unit('cheap', 1, 10), unit('dear', 2, 50)],
  transmission_lines: [line('L', 1, 2, 50)],
};
const CONGESTED = {
  commitment: { cheap: [1], dear: [1] },
  dispatch_mw: { cheap: [50], dear: [50] },
  lmp: { bus_1: [10], bus_2: [50] },
} satisfies GivenSchedule;

const judge = (payload: SolvePayload, schedule: GivenSchedule, type: 'uc' | 'scuc' = 'scuc') =>
  verifyGiven(payload, type, schedule);
const messages = (payload: SolvePayload, schedule: GivenSchedule, type: 'uc' | 'scuc' = 'scuc') =>
  judge(payload, schedule, type).problems.map(({ message }) => message);

describe('prices that were given without the limits that make them', () => {
  it('are judged with the multipliers that follow from them', () => {
    const { verdict, derived, problems } = judge(TWO_BUSES, CONGESTED);
    assert.deepEqual([verdict, problems], ['verified', []]);
    assert.ok(derived.includes('binding_constraints') && derived.includes('lmp_components'));
  });

  it('are refused if no multipliers support them, or an element could earn more', () => {
    for (const lmp of [
      { bus_1: [10], bus_2: [49] },
      { bus_1: [50], bus_2: [10] },
      { bus_1: [12], bus_2: [50] },
      { bus_1: [10], bus_2: [10] },
    ]) {
      const { verdict, problems } = judge(TWO_BUSES, { ...CONGESTED, lmp });
      assert.equal(verdict, 'refused', JSON.stringify(lmp));
      assert.ok(problems.some(({ check }) => check === 'prices'));
    }
    // The prices differ, although the flow is below the limit of the line.
    const free = { ...CONGESTED, dispatch_mw: { cheap: [40], dear: [60] } };
    assert.equal(judge(TWO_BUSES, free).verdict, 'refused');
  });

  it('are not judged, and never called wrong, where more is needed to judge them', () => {
    const reserves = [{ name: 'spin', mw: 20 }];
    const schedule = { ...CONGESTED, reserve_mw: { spin: { cheap: [0], dear: [20] } } };
    const { verdict, verified, missing, not_judged, problems, certificate } = judge(
      { ...TWO_BUSES, reserves },
      schedule,
    );
    assert.deepEqual([verdict, verified, problems], ['not_fully_judged', false, []]);
    assert.deepEqual(missing, ['reserve_price_usd_per_mw.spin']);
    assert.deepEqual(not_judged, [
      { what: 'prices', where: 'lmp', why: 'Give also reserve_price_usd_per_mw.spin' },
    ]);
    assert.deepEqual([certificate.verified, certificate.not_judged], [false, not_judged]);
    const priced = { ...schedule, reserve_price_usd_per_mw: { spin: [0] } };
    assert.equal(judge({ ...TWO_BUSES, reserves }, priced).verdict, 'verified');
    // A schedule with a violation is refused, whatever else it contains.
    const short = { ...schedule, reserve_mw: { spin: { cheap: [0], dear: [10] } } };
    assert.equal(judge({ ...TWO_BUSES, reserves }, short).verdict, 'refused');
  });

  it('are not judged where a schedule has no lmp, or calls its prices approximate', () => {
    const { lmp: _, ...bare } = CONGESTED;
    assert.equal(judge(TWO_BUSES, bare).verdict, 'verified');
    const binding = { line_id: 'L', contingency_id: null, hour: 0, flow_mw: 50, limit_mw: 50 };
    const priced = { ...bare, binding_constraints: [{ ...binding, shadow_price_usd_per_mwh: -7 }] };
    assert.deepEqual(
      judge(TWO_BUSES, priced).not_judged.map(({ where }) => where),
      ['binding_constraints'],
    );
    const approximate = { ...CONGESTED, lmp: { bus_1: [1], bus_2: [2] }, prices: 'approximate' as const };
    assert.equal(judge(TWO_BUSES, approximate).verdict, 'not_fully_judged');
  });
});

describe('the refusal of a schedule', () => {
  const renewables = [{ name: 'W', bus: 2, p_min: [0], p_max: [5] }];

  it('names a renewable by its available output, and no other problem', () => {
    const payload = { ...TWO_BUSES, renewables };
    const schedule = {
      commitment: CONGESTED.commitment,
      dispatch_mw: { cheap: [50], dear: [30] },
      renewable_mw: { W: [20] },
    };
    assert.deepEqual(messages(payload, schedule), [
      'Renewable W, hour 0: is above its available output, by 15 MW',
    ]);
    const curtailed = { ...schedule, dispatch_mw: { cheap: [50], dear: [47] }, renewable_mw: { W: [3] } };
    assert.deepEqual(messages(payload, { ...curtailed, curtailment_mw: { W: [1] } }), [
      'Renewable W, hour 0: output and curtailment do not add up to the available output, by 1 MW',
    ]);
    assert.equal(judge(payload, curtailed).verdict, 'verified');
  });

  it('names a renewable within an energy limit by the remainder of the limit', () => {
    const two = { horizon: 2, loads: [{ bus: 2, values: [30, 30] }] };
    const dam = { name: 'D', bus: 2, p_min: [0, 0], p_max: [20, 20] };
    const limited = { ...dam, energy_limits: [{ first_hour: 0, last_hour: 1, mwh: 25 }] };
    const payload = { ...TWO_BUSES, ...two, renewables: [limited] };
    const schedule = {
      commitment: { cheap: [1, 1], dear: [1, 1] },
      dispatch_mw: { cheap: [10, 25], dear: [0, 0] },
      renewable_mw: { D: [20, 5] },
    };
    const messagesOf = (D: number[], item = limited) =>
      messages({ ...payload, renewables: [item] }, { ...schedule, curtailment_mw: { D } });
    assert.deepEqual(messagesOf([0, 0]), []);
    // Results of earlier versions have this form.
    assert.deepEqual(messagesOf([0, 15]), []);
    assert.match(
      messagesOf([0, 7]).join(),
      /Renewable D, hour 1: output and curtailment do not add up to the available output/,
    );
    const wider = { ...limited, energy_limits: [{ first_hour: 0, last_hour: 1, mwh: 28 }] };
    assert.deepEqual(messagesOf([0, 3], wider), []);
    assert.match(messagesOf([0, 0], wider).join(), /by 3 MW/);
  });

  it('names one broken rule alone where a renewable has no curtailment', () => {
    const payload = { ...TWO_BUSES, renewables };
    const short = {
      commitment: CONGESTED.commitment,
      dispatch_mw: { cheap: [50], dear: [46] },
      renewable_mw: { W: [3] },
    };
    const actual = messages(payload, short, 'uc');
    assert.equal(actual.length, 1, actual.join());
    assert.match(actual[0] ?? '', /supply is below the load, by 1 MW/);
  });

  it('names every overloaded line with its own worst hour', () => {
    const payload: SolvePayload = {
      horizon: 3,
      loads: [
        { bus: 2, values: [60, 120, 40] },
        { bus: 3, values: [40, 40, 110] },
      ],
      generators: [unit('G', 1, 10, 400)],
      transmission_lines: [line('A', 1, 2, 50), line('B', 1, 3, 50)],
    };
    const schedule = { commitment: { G: [1, 1, 1] }, dispatch_mw: { G: [100, 160, 150] } };
    assert.deepEqual(messages(payload, schedule), [
      'Line A, hour 1: is above its rating, by 70 MW',
      'Line B, hour 2: is above its rating, by 60 MW',
    ]);
    const contingencies = [{ id: 'out', lines: ['C'] }];
    const meshed = {
      ...payload,
      transmission_lines: [line('A', 1, 2, 200), line('B', 1, 3, 200), line('C', 2, 3, 5)],
    };
    const broken = judge({ ...meshed, contingencies }, schedule).problems;
    assert.deepEqual(
      broken.map(({ element_id }) => element_id),
      ['C'],
    );
    const tight = meshed.transmission_lines.map((each) => ({
      ...each,
      rating_mw: 300,
      emergency_rating_mw: 100,
    }));
    const after = judge({ ...meshed, transmission_lines: tight, contingencies }, schedule).problems;
    assert.deepEqual(
      after.map(({ check, element_id, hour, excess }) => [check, element_id, hour, excess]),
      [
        ['contingency_limits', 'A', 1, 20],
        ['contingency_limits', 'B', 2, 10],
      ],
    );
  });

  it('names the unit that gives more reserve than it has room for', () => {
    const reserves = [{ name: 'spin', mw: 30 }];
    const payload = { ...TWO_BUSES, generators: [unit('cheap', 1, 10, 60), unit('dear', 2, 50)], reserves };
    const { lmp: _, ...bare } = CONGESTED;
    const scheduleWith = (cheap: number, dear: number) => ({
      ...bare,
      reserve_mw: { spin: { cheap: [cheap], dear: [dear] } },
    });
    assert.deepEqual(messages(payload, scheduleWith(10, 20)), []);
    assert.deepEqual(messages(payload, scheduleWith(30, 0)), [
      'Generator cheap, hour 0: has no room for the reserve that it gives, by 20 MW',
    ]);
    assert.deepEqual(messages(payload, scheduleWith(0, 10)), [
      'Reserve spin, hour 0: is not provided, or by units that cannot give it, by 20 MW',
    ]);
    const chosen = { ...payload, reserves: [{ name: 'spin', mw: 30, providers: ['dear'] }] };
    assert.deepEqual(messages(chosen, scheduleWith(0.5, 30)), [
      'reserve_mw.spin has "cheap", which may not give it',
    ]);
  });

  it('names prices of buses that the case does not have', () => {
    const lmp = { ...CONGESTED.lmp, bus_9: [10] };
    assert.deepEqual(messages(TWO_BUSES, { ...CONGESTED, lmp }), [
      'lmp has "bus_9", which the case does not have',
    ]);
  });
});
