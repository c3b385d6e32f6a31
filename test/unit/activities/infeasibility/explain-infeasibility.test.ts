import assert from 'node:assert/strict';
import { explainInfeasibility } from '../../../../activities/infeasibility/explain-infeasibility.ts';
import type { Cause } from '../../../../temporal/case/messages/infeasibility.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import type { JobType } from '../../../../temporal/solvers.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { day, ring } from '../verifier/hand-made.ts';

const onBus1 = (
  generators: SolvePayload['generators'],
  values: number[],
  more: Partial<SolvePayload> = {},
): SolvePayload => ({
  generators,
  loads: [{ bus: 1, values }],
  horizon: values.length,
  ...more,
});

const place = (cause: Cause | undefined) =>
  cause && [cause.code, cause.element_type, cause.element_id, cause.hour, cause.shortfall_mw];

const heldOff = aUnit('G3', { p_max: 50, min_downtime: 3, initial_status: -1 });
const battery = {
  name: 'S',
  bus: 1,
  energy_mwh: 20,
  charge_mw: 1,
  discharge_mw: 5,
  efficiency: 1,
  initial_mwh: 10,
};

const rerated = (changes: object, more: Partial<SolvePayload> = {}): SolvePayload => ({
  ...ring,
  contingencies: [],
  transmission_lines: (ring.transmission_lines ?? []).map((line) => ({ ...line, ...changes })),
  ...more,
});

const cases: [string, JobType, SolvePayload, unknown[], RegExp][] = [
  [
    'load above all capacity',
    'uc',
    onBus1([aUnit('G1')], [90, 130]),
    ['CAPACITY_SHORTFALL', 'system', null, 1, 30],
    /^Hour 1: load 130 MW exceeds the 100 MW that can be online$/,
  ],
  [
    'a unit that min_downtime holds off while it is needed',
    'uc',
    onBus1([aUnit('G1'), heldOff], [90, 120, 120]),
    ['MIN_DOWNTIME_CONFLICT', 'generator', 'G3', 1, 20],
    /G3 is held off until hour 2 by min_downtime 3/,
  ],
  [
    'must_run against min_downtime',
    'uc',
    onBus1([aUnit('G1'), { ...heldOff, must_run: true }], [50, 50, 50]),
    ['MIN_DOWNTIME_CONFLICT', 'generator', 'G3', 0, null],
    /must_run but held off until hour 2/,
  ],
  [
    'a unit fixed on that min_downtime holds off',
    'uc',
    onBus1([aUnit('G1'), heldOff], [50, 50, 50], {
      fixed_commitment: [{ generator: 'G3', hour: 1, on: true }],
    }),
    ['MIN_DOWNTIME_CONFLICT', 'generator', 'G3', 1, null],
    /G3 is fixed on but held off until hour 2 by min_downtime 3/,
  ],
  [
    'a unit fixed off that min_uptime holds on',
    'uc',
    onBus1([aUnit('G1', { min_uptime: 4, initial_status: 2 }), aUnit('G2')], [50, 50, 50], {
      fixed_commitment: [{ generator: 'G1', hour: 1, on: false }],
    }),
    ['MIN_UPTIME_CONFLICT', 'generator', 'G1', 1, null],
    /G1 is fixed off but held on until hour 2 by min_uptime 4/,
  ],
  [
    'a must_run unit fixed off',
    'uc',
    onBus1([aUnit('G1', { must_run: true }), aUnit('G2')], [50], {
      fixed_commitment: [{ generator: 'G1', hour: 0, on: false }],
    }),
    ['MIN_UPTIME_CONFLICT', 'generator', 'G1', 0, null],
    /G1 is fixed off but must_run keeps it on/,
  ],
  [
    'a load that is above the rest of the units when one of them is fixed off',
    'uc',
    onBus1([aUnit('G1'), aUnit('G2')], [50, 130], {
      fixed_commitment: [{ generator: 'G2', hour: 1, on: false }],
    }),
    ['CAPACITY_SHORTFALL', 'system', null, 1, 30],
    /^Hour 1: load 130 MW exceeds the 100 MW that can be online$/,
  ],
  [
    'a unit that min_uptime holds on without load',
    'uc',
    onBus1([aUnit('G1', { p_min: 60, min_uptime: 4, initial_status: 2 })], [70, 40, 0]),
    ['MIN_UPTIME_CONFLICT', 'generator', 'G1', 1, 20],
    /G1 is held on until hour 2 by min_uptime 4/,
  ],
  [
    'more minimum generation than load',
    'uc',
    onBus1([aUnit('G1', { p_min: 60, must_run: true })], [70, 40]),
    ['MINIMUM_GENERATION_EXCESS', 'system', null, 1, 20],
    /^Hour 1: minimum generation 60 MW exceeds the load of 40 MW/,
  ],
  [
    'a load below the smallest unit',
    'uc',
    onBus1([aUnit('G1', { p_min: 60 }), aUnit('G2', { p_min: 50 })], [70, 40]),
    ['MINIMUM_GENERATION_EXCESS', 'system', null, 1, 10],
    /smallest p_min, 50 MW/,
  ],
  [
    'p_min above p_max',
    'uc',
    onBus1([aUnit('G1'), aUnit('G2', { p_min: 80, p_max: 50 })], [20]),
    ['OUTPUT_LIMITS_INVERTED', 'generator', 'G2', null, 30],
    /^G2: p_min 80 MW is above p_max 50 MW$/,
  ],
  [
    'profiles that cross',
    'uc',
    onBus1([aUnit('G1', { p_max_profile: [100, 10], p_min_profile: [0, 20] })], [20, 20]),
    ['OUTPUT_LIMITS_INVERTED', 'generator', 'G1', 1, 10],
    /^Hour 1: G1 has a minimum of 20 MW above its maximum of 10 MW$/,
  ],
  [
    'wind that must be taken but does not blow',
    'uc',
    onBus1([aUnit('G1')], [20], { renewables: [{ name: 'W', bus: 1, p_min: [5], p_max: [4] }] }),
    ['OUTPUT_LIMITS_INVERTED', 'renewable', 'W', 0, 1],
    /must give 5 MW/,
  ],
  [
    'a unit that cannot ramp down to its profile',
    'uc',
    onBus1(
      [
        aUnit('G1', {
          p_min: 50,
          initial_power_mw: 90,
          ramp_down: 10,
          must_run: true,
          p_max_profile: [90, 60],
        }),
      ],
      [90, 60],
    ),
    ['RAMP_LIMIT', 'generator', 'G1', 1, null],
    /^Hour 1: G1 cannot ramp from 80 MW to 90 MW into its limits of 50 MW to 60 MW$/,
  ],
  [
    'load that rises faster than all units',
    'uc',
    onBus1([aUnit('G1', { ramp_up: 20 })], [50, 80]),
    ['RAMP_LIMIT', 'system', null, 1, 10],
    /^Hour 1: load 80 MW asks 80 MW of the units, and their ramps reach only 70 MW$/,
  ],
  [
    'load that falls faster than a unit that must run',
    'uc',
    onBus1([aUnit('G1', { ramp_down: 20, must_run: true })], [80, 50]),
    ['RAMP_LIMIT', 'system', null, 1, 10],
    /let them down only to 60 MW$/,
  ],
  [
    'reserve above the headroom',
    'uc',
    onBus1([aUnit('G1')], [80, 90], { reserves: [{ name: 'spin', mw: 15 }] }),
    ['RESERVE_SHORTFALL', 'reserve', 'spin', 1, 5],
    /^Hour 1: reserve spin of 15 MW exceeds the headroom of 10 MW beside the load of 90 MW$/,
  ],
  [
    'what two products of reserve require too much together, though one alone is short as well',
    'uc',
    onBus1([aUnit('G1')], [80], {
      reserves: [
        { name: 'spin', mw: 20.2 },
        { name: 'regulation', mw: 12 },
      ],
    }),
    ['RESERVE_SHORTFALL', 'reserve', null, 0, 12.2],
    /^Hour 0: reserve spin \+ regulation of 32.2 MW exceeds the headroom of 20 MW/,
  ],
  [
    'an island without a source',
    'scuc',
    rerated(
      {},
      { transmission_lines: ring.transmission_lines?.slice(0, 1), generators: ring.generators.slice(0, 2) },
    ),
    ['ISLANDED_LOAD', 'bus', '3', 0, 150],
    /^Hour 0: load of 150 MW at bus 3/,
  ],
  [
    'a bus whose lines are too weak together',
    'scuc',
    rerated({ rating_mw: 20 }),
    ['LINE_LIMIT', 'bus', '3', 0, 10],
    /^Hour 0: 50 MW must flow over the lines of bus 3, rated 40 MW$/,
  ],
  [
    'a radial line that is too weak',
    'ed',
    {
      ...rerated({ rating_mw: 20 }),
      transmission_lines: [
        { id: 'a', from_bus: 1, to_bus: 2, x_pu: 0.1 },
        { id: 'b', from_bus: 2, to_bus: 3, x_pu: 0.1, rating_mw: 20 },
      ],
      options: { network: true },
    },
    ['LINE_LIMIT', 'line', 'b', 0, 30],
    /^Hour 0: 50 MW must flow over line b, rated 20 MW$/,
  ],
  [
    'a line that must carry too much after an outage',
    'scuc',
    rerated({ rating_mw: 40 }, { contingencies: [{ id: 'lose 1-3', lines: ['1-3'] }] }),
    ['CONTINGENCY_LIMIT', 'line', '2-3', 0, 10],
    /after contingency lose 1-3 50 MW must flow over line 2-3, emergency rating 40 MW$/,
  ],
  [
    'a generator that the others cannot replace',
    'scuc',
    rerated({}, { contingencies: [{ id: 'lose G1', generators: ['G1', 'G2'] }] }),
    ['CONTINGENCY_LIMIT', 'contingency', 'lose G1', 0, 100],
    /the other units can produce 100 MW of the 200 MW needed/,
  ],
  [
    'a battery that cannot be charged in time',
    'uc',
    onBus1([aUnit('G1')], [20, 20], { storage: [{ ...battery, final_mwh: 15 }] }),
    ['STORAGE_LIMIT', 'storage', 'S', 1, null],
    /^Hour 1: S must end with 15 MWh but can hold at most 12 MWh$/,
  ],
  [
    'a battery that starts too full',
    'uc',
    onBus1([aUnit('G1')], [20, 20], { storage: [{ ...battery, initial_mwh: 30 }] }),
    ['STORAGE_LIMIT', 'storage', 'S', 0, null],
    /^Hour 0: S starts with 30 MWh/,
  ],
  [
    'a given commitment that is too small',
    'ed',
    onBus1([aUnit('G1'), aUnit('G2')], [150, 150], { commitment: { G1: [1, 1], G2: [1, 0] } }),
    ['CAPACITY_SHORTFALL', 'system', null, 1, 50],
    /exceeds the 100 MW/,
  ],
];

describe('explainInfeasibility', () => {
  for (const [what, jobType, payload, expected, message] of cases) {
    it(`names ${what}`, () => {
      const causes = explainInfeasibility(payload, jobType);
      const found = causes.find((cause) => cause.code === expected[0]);
      assert.deepEqual(place(found), expected, JSON.stringify(causes));
      assert.match(found?.message ?? '', message);
    });
  }

  it('lists the most local cause first', () => {
    const causes = explainInfeasibility(onBus1([aUnit('G1'), heldOff], [90, 120, 120]), 'uc');
    assert.deepEqual(
      causes.map((cause) => cause.code),
      ['MIN_DOWNTIME_CONFLICT', 'CAPACITY_SHORTFALL'],
    );
  });

  it('lists every hour, and no more than 100 causes', () => {
    const short = onBus1([aUnit('G1')], Array(168).fill(120));
    const causes = explainInfeasibility(short, 'uc');
    assert.equal(causes.length, 100);
    assert.deepEqual(causes.map((cause) => cause.hour).slice(0, 3), [0, 1, 2]);
  });

  it('names no ramp where a load was never produced', () => {
    const ramped = ['A', 'B'].map((name) => aUnit(name, { ramp_up: 40, ramp_down: 40 }));
    const causes = explainInfeasibility(onBus1(ramped, [80, 900, 80]), 'uc');
    assert.deepEqual(
      causes.map(({ code, hour }) => [code, hour]),
      [['CAPACITY_SHORTFALL', 1]],
    );
  });

  it('names no ramp where a unit whose limits are inverted is missing', () => {
    const units = [aUnit('A', { ramp_up: 60 }), aUnit('B', { p_min: 150, p_max: 100 })];
    const causes = explainInfeasibility(onBus1(units, [90, 130]), 'uc');
    assert.deepEqual(
      causes.map(({ code }) => code),
      ['OUTPUT_LIMITS_INVERTED'],
    );
  });

  it('names no cause for feasible cases', () => {
    assert.deepEqual(explainInfeasibility(day, 'uc'), []);
    assert.deepEqual(explainInfeasibility(ring, 'scuc'), []);
    assert.deepEqual(
      explainInfeasibility(
        onBus1([aUnit('G1')], [130], { options: { unserved_energy_usd_per_mwh: 1 } }),
        'uc',
      ),
      [],
    );
  });
});
