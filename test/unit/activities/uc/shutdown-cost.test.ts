/**
 * Shutdown costs: of equal units, in windows, and in bounds without a model. Cases by hand are in `test/cases/optima`.
 */
import assert from 'node:assert/strict';
import { readCase } from '../../../../activities/case/read-case.ts';
import { toNetwork } from '../../../../activities/network/network.ts';
import { dayTotals } from '../../../../activities/rolling/day-totals.ts';
import { cheapestCommitment } from '../../../../activities/uc/lagrangian/cheapest-commitment.ts';
import { toInstance } from '../../../../activities/uc/to-instance.ts';
import type { Generator, SolvePayload } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { solve } from '../../../support/engine/solve.ts';
import { referenceCost } from '../../../support/reference/reference-solver.ts';

/** Unit A serves 50 MW at 10 $/MWh. Unit B is on before: each hour on, at its 10 MW, costs 200 $ more than A would. */
const twoHours = (more: Partial<Generator>): SolvePayload => ({
  generators: [aUnit('A'), aUnit('B', { marginal_cost: 30, p_min: 10, initial_status: 5, ...more })],
  loads: [{ bus: 1, values: [50, 50] }],
  horizon: 2,
});

describe('the cost of stops', () => {
  it('is that of each of equal units', async () => {
    const twin = (name: string) =>
      aUnit(name, {
        marginal_cost: 30,
        p_min: 10,
        p_max: 40,
        initial_status: 5,
        shutdown_cost: 150,
        no_load_cost: 20,
      });
    const payload: SolvePayload = {
      generators: [aUnit('A', { p_max: 40 }), twin('B'), twin('C'), twin('D')],
      loads: [{ bus: 1, values: [50, 90, 40, 100, 30] }],
      horizon: 5,
    };
    const result = await solve('uc', payload);
    assert.equal(result.objective_value, await referenceCost(payload, 'uc'));
    assert.equal(result.certificate?.verified, true);
  });
  it('is in the totals of the hours that are kept of a window', () => {
    const payload = twoHours({ shutdown_cost: 300 });
    const schedule = (B: number[]) => ({
      commitment: { A: [1, 1], B },
      startup: { A: [0, 0], B: [0, 0] },
      dispatch_mw: { A: [50, 50], B: [0, 0] },
      lmp: {},
    });
    assert.equal(dayTotals(payload, schedule([0, 0]), 1).shutdown_usd, 300);
    assert.equal(dayTotals(payload, schedule([0, 0]), 1).total_cost_usd, 800);
    assert.equal(dayTotals(payload, schedule([1, 0]), 1).shutdown_usd, 0);
    assert.equal(dayTotals(twoHours({}), schedule([0, 0]), 1).shutdown_usd, undefined);
  });
  it('is known to the cheapest commitment of a unit at given prices', () => {
    const payload = twoHours({ shutdown_cost: 300 });
    const { network } = toNetwork([1], []);
    const [, unit] = toInstance(readCase(payload, 'uc'), network).units;
    assert.ok(unit);
    const energy = Float64Array.of(10, 10);
    assert.equal(cheapestCommitment(unit, { energy, reserve: undefined }).cost, 300);
    const dearer = { ...unit, shutdownCost: 500 };
    assert.equal(cheapestCommitment(dearer, { energy, reserve: undefined }).cost, 400);
  });
});
