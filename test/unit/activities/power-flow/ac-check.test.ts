/** Published power flows, reactive limits, and what a check reports, on cases by hand. */
import assert from 'node:assert/strict';
import { acCheck } from '../../../../activities/power-flow/ac-check.ts';
import { type AcData, acCheckSchema, acDataSchema } from '../../../../temporal/case/messages/ac-check.ts';
import { type AcTestCase, acSolution, acTestCase } from '../../../support/cases/ac-case.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';

const run = ({ payload, schedule, ac }: AcTestCase) => acCheck(payload, schedule, ac);
const close = (actual: number | null | undefined, expected: number, within: number, message?: string) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) <= within, `${message}: ${actual}, not ${expected}`);

/** Losses, MW, as MATPOWER prints them. */
const LOSSES = { case9: 4.641, case14: 13.393, case30: 2.444, case118: 132.863 };

describe('an AC check', () => {
  for (const [name, losses] of Object.entries(LOSSES)) {
    it(`finds the published solution of ${name}`, () => {
      const check = run(acTestCase(name, { reactive_limits: false }));
      const [interval] = check.intervals;
      assert.ok(interval?.converged);
      close(interval.losses_mw, losses, 6e-4, 'losses');
      const expected = acSolution(name);
      assert.equal(Object.keys(check.v_pu ?? {}).length, expected.length);
      for (const [bus, v, angle] of expected) {
        close(check.v_pu?.[`bus_${bus}`]?.[0], v, 1e-6, `bus ${bus}`);
        close(check.angle_deg?.[`bus_${bus}`]?.[0], angle, 1e-4, `angle of bus ${bus}`);
      }
      acCheckSchema.validateSync(check, { strict: true });
    });
  }

  it('has the voltages of case9 and case14 that MATPOWER 8.1 and PowerModels 0.21 publish', () => {
    const published = {
      case9: [1.04, 1.025, 1.025, 1.02578839, 1.01265432, 1.03235295, 1.01588258, 1.02576937, 0.99563086],
      case14: [
        1.06, 1.045, 1.01, 1.01767085, 1.01951386, 1.07, 1.06151953, 1.09, 1.05593172, 1.05098462, 1.05690652,
        1.05518856, 1.05038171, 1.03552995,
      ],
    };
    for (const [name, expected] of Object.entries(published)) {
      const { v_pu } = run(acTestCase(name));
      for (const [i, v] of expected.entries()) close(v_pu?.[`bus_${i + 1}`]?.[0], v, 1e-7, name);
    }
  });

  it('holds the units of case118 within their reactive limits', () => {
    const check = run(acTestCase('case118'));
    const [interval] = check.intervals;
    assert.ok(interval?.converged);
    const limits = interval.buses_at_reactive_limit.map(({ bus, limit }) => `${bus} ${limit}`).sort();
    assert.deepEqual(limits, ['103 max', '105 min', '19 min', '32 min', '34 min', '92 min']);
    for (const bus of interval.buses_at_reactive_limit) {
      close(bus.q_mvar, bus.limit_mvar, 1e-3);
      assert.equal(bus.held, false);
    }
    const free = run(acTestCase('case118', { reactive_limits: false }));
    assert.equal(free.intervals[0]?.reactive_limits, 6);
    assert.ok(free.intervals[0]?.buses_at_reactive_limit.every(({ held }) => held));
  });

  it('reports branches above their rating in MVA, the most loaded first', () => {
    const { payload, schedule, ac } = acTestCase('case9');
    const branches = ac.branches.map((branch) => ({ ...branch, rating_mva: 80 }));
    const [interval] = run({ payload, schedule, ac: { ...ac, branches } }).intervals;
    const [first] = interval?.branches_above_rating ?? [];
    // MATPOWER: 163.00 MW and 9.18 MVAr at bus 8, where the transformer of unit 2 ends.
    assert.equal(first?.line_id, 'L7');
    close(first?.flow_mva, Math.hypot(163, 9.18), 1e-3);
    close(first?.loading_pct, (100 * Math.hypot(163, 9.18)) / 80, 2e-3);
  });

  it('says which defaults it used, and for how many elements', () => {
    const ac = acDataSchema.cast({ slack_buses: [1] });
    const { assumptions, intervals } = run({ payload: threeBus(), schedule: DISPATCH, ac });
    assert.deepEqual(
      assumptions.map(({ field, value, elements }) => [field, value, elements]),
      [
        ['branches.b_pu', 0, 3],
        ['branches.tap_ratio', 1, 3],
        ['branches.rating_mva', null, 3],
        ['generators.q_min_mvar', null, 3],
        ['generators.q_max_mvar', null, 3],
        ['power_factor', 1, 2],
        ['buses.v_set_pu', 1, 3],
        ['v_min_pu', 0.9, 3],
        ['v_max_pu', 1.1, 3],
      ],
    );
    assert.ok(intervals[0]?.converged);
    const [slack] = intervals[0]?.slack ?? [];
    close(slack?.change_mw, intervals[0]?.losses_mw ?? 0, 1e-4, 'the slack covers the losses');
  });

  it('names the bus with the largest mismatch of an interval that has no solution', () => {
    const ac = acDataSchema.cast({ slack_buses: [1], power_factor: 0.9 });
    const payload = threeBus();
    const loads = [{ bus: 3, values: [3000, 100] }];
    const schedule = { dispatch_mw: { A: [3000, 100] }, commitment: { A: [1, 1], B: [0, 0], C: [0, 0] } };
    const check = run({ payload: { ...payload, horizon: 2, loads }, schedule, ac });
    const [first, second] = check.intervals;
    assert.equal(first?.converged, false);
    assert.ok((first?.largest_mismatch_mva ?? 0) > 1);
    assert.ok([2, 3].includes(first?.mismatch_bus ?? 0));
    assert.deepEqual([first?.losses_mw, first?.slack], [null, []]);
    assert.ok(second?.converged, 'the next interval starts anew');
    assert.equal(check.summary.converged, 1);
    acCheckSchema.validateSync(check, { strict: true });
  });

  it('takes the angles of phase shifters from the schedule, unless the data state them', () => {
    const phase_shifters = [{ line: 'L12', min_deg: -5, max_deg: 5 }];
    const payload = { ...threeBus(), phase_shifters };
    const branch = (phase_shift_deg?: number) =>
      acDataSchema.cast({
        slack_buses: [1],
        branches: [{ id: 'L12', phase_shift_deg }],
        with_voltages: true,
      });
    const angles = (degrees: number, ac: AcData) =>
      run({ payload, schedule: { ...DISPATCH, phase_shift_deg: { L12: [degrees] } }, ac }).angle_deg;
    assert.deepEqual(angles(3, branch()), angles(0, branch(3)));
    assert.notDeepEqual(angles(3, branch()), angles(0, branch()));
  });

  it('counts renewables, storage, DC lines and unserved load, and per-unit values on another base', () => {
    const base: Partial<AcData> = { slack_buses: [1], power_factor: 0.95 };
    const plain = run({ payload: threeBus(), schedule: DISPATCH, ac: acDataSchema.cast(base) });
    const spread = run({
      payload: {
        ...threeBus(),
        loads: [
          { bus: 2, values: [50] },
          { bus: 3, values: [170] },
        ],
        renewables: [{ name: 'W', bus: 2, p_min: [0], p_max: [30] }],
        storage: [{ name: 'S', bus: 3, energy_mwh: 50, charge_mw: 20, discharge_mw: 20, efficiency: 1 }],
        dc_lines: [{ id: 'D', from_bus: 2, to_bus: 3, p_min_mw: 0, p_max_mw: 50, loss_factor: 0.1 }],
      },
      schedule: {
        // Bus 2: 20 + 30 - 10 sent; bus 3: 44 + 9 received - 3 charged + 20 unserved.
        dispatch_mw: { A: [110], B: [20], C: [44] },
        renewable_mw: { W: [30] },
        storage: { S: { charge_mw: [3], discharge_mw: [0] } },
        dc_flow_mw: { D: [10] },
        unserved_mw: { bus_3: [20] },
      },
      ac: acDataSchema.cast({
        ...base,
        base_mva: 200,
        branches: ['L12', 'L13', 'L23'].map((id) => ({ id, r_pu: 0.02, x_pu: 0.2 })),
      }),
    });
    close(spread.intervals[0]?.losses_mw, plain.intervals[0]?.losses_mw ?? 0, 1e-6);
    close(spread.intervals[0]?.slack[0]?.q_mvar, plain.intervals[0]?.slack[0]?.q_mvar ?? 0, 1e-6);
  });

  it('starts from the phase shift of a transformer group', () => {
    const shifted = { slack_buses: [1], branches: [{ id: 'L13', phase_shift_deg: 60 }] };
    const payload = threeBus();
    const lines = payload.transmission_lines?.filter(({ id }) => id !== 'L23');
    const check = run({
      payload: { ...payload, transmission_lines: lines },
      schedule: DISPATCH,
      ac: acDataSchema.cast({ ...shifted, with_voltages: true }),
    });
    assert.ok(check.intervals[0]?.converged);
    assert.ok((check.angle_deg?.['bus_3']?.[0] ?? 0) < -55);
  });
});

const DISPATCH = { dispatch_mw: { A: [110], B: [40], C: [50] } };
