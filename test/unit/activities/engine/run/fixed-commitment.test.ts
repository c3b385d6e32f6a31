/** Commitments that are decided before the solve, on a case of two units. */
import assert from 'node:assert/strict';
import type { SolvePayload } from '../../../../../temporal/case/messages/payload.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

const pair: SolvePayload = {
  generators: [
    aUnit('cheap', { marginal_cost: 10 }),
    aUnit('dear', { marginal_cost: 30, p_min: 20, no_load_cost: 40, startup_cost: 500, initial_status: -5 }),
  ],
  loads: [{ bus: 1, values: [60, 60, 60] }],
  horizon: 3,
};

describe('a fixed commitment', () => {
  it('that is on costs the start, the no-load hour and the dearer energy of that hour', async () => {
    const fixed_commitment = [{ generator: 'dear', hour: 1, on: true }];
    const { commitment, objective_value, certificate } = await solve('uc', { ...pair, fixed_commitment });
    assert.deepEqual(commitment['dear'], [0, 1, 0]);
    assert.equal(objective_value, 3 * 600 + 500 + 40 + 20 * (30 - 10));
    assert.equal(certificate?.verified, true);
  });

  it('that is off makes the other unit carry the hour', async () => {
    const fixed_commitment = [{ generator: 'cheap', hour: 2, on: false }];
    const { dispatch_mw, objective_value } = await solve('uc', { ...pair, fixed_commitment });
    assert.deepEqual(dispatch_mw['dear'], [0, 0, 60]);
    assert.equal(objective_value, 2 * 600 + 500 + 40 + 60 * 30);
  });

  it('that leaves too little capacity is infeasible, and says where', async () => {
    const fixed_commitment = [{ generator: 'cheap', hour: 1, on: false }];
    const loads = [{ bus: 1, values: [60, 120, 60] }];
    const { termination_status, infeasibility } = await solve('uc', { ...pair, loads, fixed_commitment });
    assert.equal(termination_status, 'INFEASIBLE');
    assert.deepEqual(
      infeasibility?.causes.map(({ code, hour, shortfall_mw }) => [code, hour, shortfall_mw]),
      [['CAPACITY_SHORTFALL', 1, 20]],
    );
  });

  it('that contradicts what holds the unit is infeasible', async () => {
    const generators = pair.generators.map((unit) => ({ ...unit, must_run: unit.name === 'cheap' }));
    const fixed_commitment = [{ generator: 'cheap', hour: 0, on: false }];
    const { termination_status } = await solve('uc', { ...pair, generators, fixed_commitment });
    assert.equal(termination_status, 'INFEASIBLE');
  });
});
