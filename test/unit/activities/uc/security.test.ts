/** Line outages, generator outages, and lazy flow limits against a model that has them all. */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../../temporal/case/messages/payload.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { randomCase } from '../../../support/cases/random-case.ts';
import { threeBus } from '../../../support/cases/three-bus.ts';
import { solve } from '../../../support/engine/solve.ts';
import { referenceCost } from '../../../support/reference/reference-solver.ts';

/** Among them: starts and stops before the first hour, soft lines, storage, cost curves, no schedule at all. */
const SEEDS = [86, 107, 172, 196, 226, 245, 269];

describe('security-constrained unit commitment', () => {
  it('keeps every flow after a line outage within the emergency rating', async () => {
    const free = threeBus({}, { rating_mw: 120, emergency_rating_mw: 120 });
    const secured: SolvePayload = { ...free, contingencies: [{ id: 'lose L12', lines: ['L12'] }] };
    const [cheaper, dearer] = [await solve('scuc', free), await solve('scuc', secured)];
    // All that A makes flows over L13 once L12 is lost.
    assert.deepEqual(cheaper.dispatch_mw, { A: [200], B: [0], C: [0] });
    assert.deepEqual(dearer.dispatch_mw, { A: [120], B: [80], C: [0] });
    const tight = await solve('scuc', {
      ...secured,
      transmission_lines: threeBus({}, { rating_mw: 120, emergency_rating_mw: 90 }).transmission_lines,
    });
    assert.deepEqual(tight.dispatch_mw, { A: [90], B: [100], C: [10] });
    assert.equal(tight.binding_constraints[0]?.contingency_id, 'lose L12');
  });
  it('skips an outage that splits the network, and says so', async () => {
    const { warnings, termination_status } = await solve('scuc', {
      generators: [aUnit('A', { bus: 1 })],
      loads: [{ bus: 2, values: [50] }],
      horizon: 1,
      transmission_lines: [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1 }],
      contingencies: [{ id: 'lose L', lines: ['L'] }],
    });
    assert.equal(termination_status, 'OPTIMAL');
    assert.deepEqual(warnings, ['Contingency lose L skipped: it islands the network']);
  });
  it('keeps the head-room that covers the loss of a generator', async () => {
    const { commitment, objective_value } = await solve('scuc', {
      generators: [aUnit('A'), aUnit('B', { marginal_cost: 20, no_load_cost: 50, initial_status: -9 })],
      loads: [{ bus: 1, values: [80] }],
      horizon: 1,
      contingencies: [{ id: 'lose A', generators: ['A'] }],
    });
    assert.deepEqual(commitment, { A: [1], B: [1] });
    assert.equal(objective_value, 850);
  });
  it('balances every island by itself', async () => {
    const payload: SolvePayload = {
      generators: [aUnit('A', { bus: 1 }), aUnit('B', { bus: 3, marginal_cost: 30 })],
      loads: [
        { bus: 2, values: [40] },
        { bus: 3, values: [20] },
      ],
      horizon: 1,
      transmission_lines: [{ id: 'L', from_bus: 1, to_bus: 2, x_pu: 0.1 }],
    };
    const { dispatch_mw, lmp } = await solve('scuc', payload);
    assert.deepEqual(dispatch_mw, { A: [40], B: [20] });
    assert.deepEqual(lmp, { bus_1: [10], bus_2: [10], bus_3: [30] });
  });
  for (const seed of SEEDS) {
    const { jobType, payload } = randomCase(seed);
    it(`finds the optimum of a model with every row: ${jobType} case ${seed}`, async () => {
      const expected = await referenceCost(payload, jobType);
      const { objective_value, termination_status } = await solve(jobType, payload);
      if (expected === 'INFEASIBLE') assert.equal(termination_status, 'INFEASIBLE');
      else assert.ok(Math.abs((objective_value ?? Number.NaN) - expected) <= 1e-6 * expected);
    });
  }
});

describe('the tight formulation', () => {
  /** One unit against load that may be shed: every rule of the unit decides something. */
  const single = (seed: number): SolvePayload => {
    const { payload } = randomCase(seed, 'uc');
    const [unit] = payload.generators;
    const most = unit?.p_max ?? 0;
    return {
      generators: unit ? [unit] : [],
      loads: [
        {
          bus: 1,
          values: Array.from({ length: payload.horizon }, (_, t) => most * (0.3 + ((t * seed) % 7) / 8)),
        },
      ],
      horizon: payload.horizon,
      options: { unserved_energy_usd_per_mwh: 25 + (seed % 30) },
    };
  };
  it('has the optimum of the plain one for random single units', async () => {
    for (let seed = 1000; seed < 1012; seed++) {
      const payload = single(seed);
      const expected = await referenceCost(payload, 'uc');
      const { objective_value, termination_status } = await solve('uc', payload);
      const found = termination_status === 'INFEASIBLE' ? termination_status : objective_value;
      if (typeof expected === 'string' || typeof found === 'string')
        assert.equal(found, expected, `case ${seed}`);
      else
        assert.ok(
          Math.abs((found ?? Number.NaN) - expected) <= 1e-5 + 1e-6 * Math.abs(expected),
          `case ${seed}`,
        );
    }
  });
});
