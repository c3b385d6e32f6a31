/** Infeasible limits that vary are repaired in their hour alone. */
import assert from 'node:assert/strict';
import { applyRepair } from '../../../../../temporal/case/scenario/apply-repair.ts';
import type { Generator, SolvePayload } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

async function repairOf(generators: Generator[], values: number[]) {
  const payload: SolvePayload = { horizon: values.length, generators, loads: [{ bus: 1, values }] };
  const { causes = [], repair = [] } = (await solve('uc', payload)).infeasibility ?? {};
  const { termination_status } = await solve('uc', applyRepair(payload, repair));
  assert.equal(termination_status, 'OPTIMAL');
  return {
    causes: causes.map(({ code, hour }) => [code, hour]),
    repair: repair.map(({ field, hour, from, to }) => [field, hour, from, to]),
  };
}

describe('a repair of limits that vary', () => {
  it('is a larger ramp in its hour', async () => {
    const ramp_up = [null, 5, 20];
    const result = await repairOf([aUnit('coal', { initial_power_mw: 50, ramp_up })], [50, 60, 80]);
    assert.deepEqual(result.causes, [['RAMP_LIMIT', 1]]);
    assert.deepEqual(result.repair, [['ramp_up', 1, 5, 10]]);
  });

  it('is a larger ramp down in its hour', async () => {
    const ramp_down = [30, 20, null];
    const result = await repairOf([aUnit('coal', { initial_power_mw: 90, ramp_down })], [60, 35, 0]);
    assert.deepEqual(result.causes, [['RAMP_LIMIT', 1]]);
    assert.deepEqual(result.repair, [['ramp_down', 1, 20, 25]]);
  });

  it('is one hour less in which a unit must run', async () => {
    const cold = aUnit('cold', { min_downtime: 9, initial_status: -1, must_run: [false, true, false] });
    const result = await repairOf([aUnit('coal'), cold], [50, 60, 80]);
    assert.deepEqual(result.repair, [['must_run', 1, 1, 0]]);
    assert.deepEqual(result.causes, [['MIN_DOWNTIME_CONFLICT', 1]]);
  });
});
