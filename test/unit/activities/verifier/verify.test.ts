import assert from 'node:assert/strict';
import type { UnverifiedResult } from '../../../../activities/verifier/schedule/schedule.ts';
import { verify } from '../../../../activities/verifier/verify.ts';
import { CHECK_NAMES, type CheckName } from '../../../../temporal/case/messages/families.ts';
import type { Generator } from '../../../../temporal/case/messages/generator.ts';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import type { Storage } from '../../../../temporal/case/messages/resources.ts';
import type { JobType } from '../../../../temporal/solvers.ts';
import { battery, day, daySchedule, ring, ringSchedule, unitA, unitB } from './hand-made.ts';

/** Without the check of prices: these schedules keep every rule, and are not the cheapest. */
const failed = (payload: SolvePayload, jobType: JobType, result: UnverifiedResult): CheckName[] =>
  verify(payload, jobType, result)
    .filter((check) => !check.ok && check.name !== 'prices')
    .map((check) => check.name);

const withA = (changes: Partial<Generator>) => ({ ...day, generators: [{ ...unitA, ...changes }, unitB] });
const withB = (changes: Partial<Generator>) => ({ ...day, generators: [unitA, { ...unitB, ...changes }] });
const withBattery = (changes: Partial<Storage>) => ({ ...day, storage: [{ ...battery, ...changes }] });
const report = (changes: Partial<UnverifiedResult>) => ({ ...daySchedule(), ...changes });

describe('verify', () => {
  it('accepts a schedule worked out by hand and lists every check', () => {
    const checks = verify(day, 'uc', daySchedule());
    assert.deepEqual(
      checks.map((check) => check.name),
      // This day says nothing of emissions.
      CHECK_NAMES.filter((name) => name !== 'emission_limit' && name !== 'energy_limit'),
    );
    assert.deepEqual(failed(day, 'uc', daySchedule()), []);
  });

  it('accepts the three-bus ring with prices of 20, 40 and 60 $/MWh', () => {
    assert.ok(verify(ring, 'scuc', ringSchedule()).every(({ ok }) => ok));
  });

  const broken: [string, CheckName, SolvePayload, UnverifiedResult][] = [
    [
      'a load that nobody supplies',
      'power_balance',
      { ...day, loads: [...day.loads, { bus: 1, values: [0, 0, 0, 1] }] },
      daySchedule(),
    ],
    [
      'unserved energy without a price',
      'power_balance',
      day,
      report({ unserved_mw: { bus_1: [0, 0, 0, 0] } }),
    ],
    ['output above p_max', 'output_limits', withA({ p_max: 89 }), daySchedule()],
    [
      'output above the profile of an hour',
      'output_limits',
      withA({ p_max_profile: [100, 84, 100, 100] }),
      daySchedule(),
    ],
    ['output below p_min', 'output_limits', withB({ p_min: 16 }), daySchedule()],
    [
      'p_min above p_max of a unit that is off',
      'output_limits',
      { ...day, generators: [unitA, unitB, { ...unitB, name: 'C', p_min: 60, p_max: 50 }] },
      report({
        commitment: { ...daySchedule().commitment, C: [0, 0, 0, 0] },
        dispatch_mw: { ...daySchedule().dispatch_mw, C: [0, 0, 0, 0] },
        startup: { ...daySchedule().startup, C: [0, 0, 0, 0] },
      }),
    ],
    [
      'wind above what blows',
      'output_limits',
      { ...day, renewables: [{ name: 'W', bus: 1, p_min: [0, 0, 0, 0], p_max: [10, 10, 9, 10] }] },
      daySchedule(),
    ],
    [
      'a start that is not marked',
      'output_limits',
      day,
      report({ startup: { A: [0, 0, 0, 0], B: [0, 0, 0, 0] } }),
    ],
    ['a rise faster than ramp_up, reserve included', 'ramp', withA({ ramp_up: 24 }), daySchedule()],
    ['a fall faster than ramp_down', 'ramp', withA({ ramp_down: 9 }), daySchedule()],
    [
      'a first hour out of reach of the initial output',
      'ramp',
      withA({ initial_power_mw: 20 }),
      daySchedule(),
    ],
    ['two hours on with a minimum of three', 'min_uptime', withB({ min_uptime: 3 }), daySchedule()],
    [
      'a stop before the minimum uptime that is left',
      'initial_state',
      withB({ initial_status: 1, min_uptime: 4 }),
      daySchedule(),
    ],
    [
      'a start before the minimum downtime that is left',
      'initial_state',
      withB({ min_downtime: 3 }),
      daySchedule(),
    ],
    [
      'a must_run unit that is off',
      'initial_state',
      withB({ must_run: true, min_downtime: 0 }),
      daySchedule(),
    ],
    [
      'a unit that is off where it was fixed on',
      'initial_state',
      { ...day, fixed_commitment: [{ generator: 'B', hour: 0, on: true }] },
      daySchedule(),
    ],
    [
      'a unit that is on where it was fixed off',
      'initial_state',
      { ...day, fixed_commitment: [{ generator: 'A', hour: 0, on: false }] },
      daySchedule(),
    ],
    [
      'a start above startup_ramp, reserve included',
      'startup_shutdown_ramp',
      withB({ startup_ramp: 19 }),
      daySchedule(),
    ],
    [
      'a stop from above shutdown_ramp, reserve included',
      'startup_shutdown_ramp',
      withB({ shutdown_ramp: 24 }),
      daySchedule(),
    ],
    [
      'less reserve than required',
      'reserve',
      { ...day, reserves: [{ name: 'spin', mw: [5, 6, 5, 5] }] },
      daySchedule(),
    ],
    ['reserve above p_max', 'reserve', withB({ p_max: 24 }), daySchedule()],
    ['a battery that starts with less', 'storage', withBattery({ initial_mwh: 9 }), daySchedule()],
    ['a battery that ends too empty', 'storage', withBattery({ final_mwh: 11 }), daySchedule()],
    ['a total that forgets the start', 'cost', day, report({ total_cost_usd: 4440, objective_value: 4440 })],
    [
      'a start at the price of the wrong tier',
      'cost',
      withB({
        startup_categories: [
          { lag_h: 1, cost_usd: 90 },
          { lag_h: 2, cost_usd: 95 },
          { lag_h: 3, cost_usd: 100 },
        ],
      }),
      daySchedule(),
    ],
    ['a bound above the objective', 'bound', day, report({ lower_bound_usd: 4600 })],
    ['a bound that is no number', 'bound', day, report({ lower_bound_usd: Number.NaN })],
    ['a gap that is not that of the bound', 'bound', day, report({ lower_bound_usd: 4500 })],
    ['a bound without a gap', 'bound', day, report({ mip_gap: null })],
    [
      'parts that do not make the price',
      'lmp_decomposition',
      day,
      report({ lmp: { bus_1: [10, 30, 31, 10] } }),
    ],
    [
      'congestion without a network',
      'lmp_decomposition',
      day,
      report({
        lmp_components: { bus_1: { energy: [9, 30, 30, 10], congestion: [1, 0, 0, 0], loss: [0, 0, 0, 0] } },
      }),
    ],
  ];
  for (const [what, check, payload, result] of broken) {
    it(`finds ${what} in ${check}`, () => assert.ok(failed(payload, 'uc', result).includes(check)));
  }

  const lines = ring.transmission_lines ?? [];
  const rerated = (id: string, changes: object): SolvePayload => ({
    ...ring,
    transmission_lines: lines.map((line) => (line.id === id ? { ...line, ...changes } : line)),
  });
  const binding = {
    line_id: '1-3',
    contingency_id: null,
    hour: 0,
    flow_mw: 60,
    limit_mw: 60,
    shadow_price_usd_per_mwh: -60,
  };
  const brokenRing: [string, CheckName, SolvePayload, UnverifiedResult][] = [
    ['a flow above the rating', 'line_limits', rerated('1-3', { rating_mw: 59 }), ringSchedule()],
    ['reported flows of another network', 'line_limits', rerated('2-3', { x_pu: 0.11 }), ringSchedule()],
    [
      'a flow above the emergency rating after an outage',
      'contingency_limits',
      rerated('1-3', { emergency_rating_mw: 64.9 }),
      ringSchedule(),
    ],
    [
      'a generator whose loss the others cannot cover',
      'contingency_limits',
      { ...ring, contingencies: [{ id: 'lose G1', generators: ['G1', 'G2'] }] },
      ringSchedule(),
    ],
    [
      'congestion though no line is at its limit',
      'lmp_decomposition',
      rerated('1-3', { rating_mw: 70 }),
      ringSchedule(),
    ],
    [
      'two energy prices in one island',
      'lmp_decomposition',
      ring,
      {
        ...ringSchedule(),
        lmp_components: {
          ...ringSchedule().lmp_components,
          bus_2: { energy: [40], congestion: [0], loss: [0] },
        },
      },
    ],
    [
      'a binding constraint with a flow that is not there',
      'line_limits',
      ring,
      { ...ringSchedule(), binding_constraints: [{ ...binding, flow_mw: 59 }] },
    ],
    [
      'a binding constraint of an unknown line',
      'line_limits',
      ring,
      { ...ringSchedule(), binding_constraints: [{ ...binding, line_id: '9-9' }] },
    ],
    [
      'a binding constraint after an outage with a flow that is not there',
      'contingency_limits',
      ring,
      { ...ringSchedule(), binding_constraints: [{ ...binding, contingency_id: 'lose 1-2' }] },
    ],
    [
      'a bus without a price',
      'lmp_decomposition',
      ring,
      { ...ringSchedule(), lmp: { bus_1: [20], bus_2: [40] } },
    ],
  ];
  for (const [what, check, payload, result] of brokenRing) {
    it(`finds ${what} in ${check}`, () => assert.ok(failed(payload, 'scuc', result).includes(check)));
  }

  it('takes a commitment without any price, but no shadow price without the others', () => {
    const unpriced = { ...ringSchedule(), lmp: {}, lmp_components: {} };
    const free = [{ ...binding, shadow_price_usd_per_mwh: 0 }];
    assert.deepEqual(failed(ring, 'scuc', { ...unpriced, binding_constraints: free }), []);
    assert.deepEqual(failed(ring, 'scuc', unpriced), ['lmp_decomposition']);
  });

  it('finds a stop shorter than min_downtime in min_downtime', () => {
    const result = report({ commitment: { A: [1, 0, 1, 1], B: [0, 1, 1, 0] } });
    assert.ok(failed(withA({ min_downtime: 2 }), 'uc', result).includes('min_downtime'));
  });

  it('pays for the overflow of a soft line', () => {
    const soft = rerated('1-3', { rating_mw: 50, penalty_usd_per_mwh: 100 });
    const cost_breakdown = { energy_usd: 6400, no_load_usd: 0, startup_usd: 0, penalty_usd: 1000 };
    const paid = {
      ...ringSchedule(),
      overflow_mw: { '1-3': [10] },
      objective_value: 7400,
      lower_bound_usd: 7400,
      cost_breakdown,
    };
    assert.deepEqual(failed(soft, 'scuc', paid), []);
    const less = { ...paid, overflow_mw: { '1-3': [9] } };
    assert.deepEqual(failed(soft, 'scuc', less), ['line_limits', 'cost', 'bound']);
  });

  it('skips an outage that splits the network', () => {
    const radial = {
      ...ring,
      transmission_lines: lines.filter((line) => line.id !== '1-3'),
      contingencies: [{ id: 'x', lines: ['1-2'] }],
    };
    assert.equal(
      verify(radial, 'scuc', ringSchedule()).find((check) => check.name === 'contingency_limits')
        ?.max_violation,
      0,
    );
  });

  it('lets no malformed result through, and throws at none', () => {
    for (const field of Object.keys(daySchedule())) {
      const kept = [
        'solve_time_s',
        'termination_status',
        'node_count',
        'solver',
        'solver_version',
        'warnings',
        'binding_constraints',
        'curtailment_mw',
        'lower_bound_usd',
        'mip_gap',
      ];
      if (kept.includes(field)) continue;
      assert.notDeepEqual(failed(day, 'uc', { ...daySchedule(), [field]: undefined }), [], field);
      assert.notDeepEqual(failed(day, 'uc', { ...daySchedule(), [field]: null }), [], field);
    }
  });

  it('reports what cannot be judged as the largest number, never as NaN', () => {
    const result = report({ dispatch_mw: { A: [60, Number.NaN, 90, 80], B: [0, 15, 20] } });
    const [balance] = verify(day, 'uc', result);
    assert.equal(balance?.max_violation, Number.MAX_VALUE);
    assert.equal(JSON.parse(JSON.stringify(balance)).max_violation, Number.MAX_VALUE);
  });
});
