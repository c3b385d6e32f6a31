/** Infeasible limits of a storage are reported with the smallest change that gives a schedule. */
import assert from 'node:assert/strict';
import { applyRepair } from '../../../../../temporal/case/scenario/apply-repair.ts';
import type { SolvePayload, Storage } from '../../../../../temporal/case/schema.ts';
import { aUnit } from '../../../../support/cases/a-unit.ts';
import { solve } from '../../../../support/engine/solve.ts';

const payload = (item: Partial<Storage>): SolvePayload => ({
  horizon: 2,
  generators: [aUnit('coal', { p_min: 0, p_max: 100 })],
  loads: [{ bus: 1, values: [50, 50] }],
  storage: [
    { name: 'S', bus: 1, energy_mwh: 20, charge_mw: 2, discharge_mw: 3, charge_efficiency: 0.5, ...item },
  ],
});

async function repaired(given: SolvePayload) {
  const { infeasibility } = await solve('uc', given);
  const { causes = [], repair = [] } = infeasibility ?? {};
  const mended = await solve('uc', applyRepair(given, repair));
  assert.equal(mended.termination_status, 'OPTIMAL');
  return {
    causes: causes.map(({ code, element_id, hour }) => [code, element_id, hour]),
    repair: repair.map(({ field, hour, from, to }) => [field, hour, from, to]),
  };
}

describe('a storage that cannot keep its limits', () => {
  it('has a least energy of an hour that it cannot reach', async () => {
    const repair = await repaired(payload({ initial_mwh: 4, min_mwh: [0, 9] }));
    assert.deepEqual(repair.causes, [['STORAGE_LIMIT', 'S', 1]]);
    assert.deepEqual(repair.repair, [['min_mwh', 1, 9, 6]]);
  });

  it('has a most energy at the end that it cannot come down to', async () => {
    const repair = await repaired(payload({ initial_mwh: 15, final_max_mwh: 4 }));
    assert.deepEqual(repair.causes, [['STORAGE_LIMIT', 'S', 1]]);
    assert.deepEqual(repair.repair, [['discharge_mw', null, 3, 5.5]]);
  });

  it('must charge less than its least power', async () => {
    const given = payload({ initial_mwh: 4, charge_min_mw: 1.2 });
    const coal = aUnit('coal', { p_min: 51, p_max: 51, must_run: true, initial_power_mw: 51 });
    const repair = await repaired({ ...given, generators: [coal] });
    assert.deepEqual(repair.repair, [['charge_min_mw', null, 1.2, 1]]);
    assert.ok(repair.causes.every(([code, id]) => code === 'STORAGE_LIMIT' && id === 'S'));
  });

  it('must discharge more than its cycles allow', async () => {
    const given = payload({ initial_mwh: 10, max_cycles_per_day: 0.05 });
    const generators = [aUnit('coal', { p_min: 0, p_max: 48 })];
    const repair = await repaired({ ...given, generators, loads: [{ bus: 1, values: [48, 50] }] });
    assert.deepEqual(repair.repair, [['max_cycles_per_day', null, 0.05, 0.1]]);
    assert.deepEqual(repair.causes, [['ENERGY_LIMIT', 'S', null]]);
  });

  it('loses too much over time to keep its least energy', async () => {
    const repair = await repaired(
      payload({ initial_mwh: 8, standing_loss_per_h: 0.5, min_mwh: 6, charge_mw: 0 }),
    );
    assert.deepEqual(repair.causes, [['STORAGE_LIMIT', 'S', 0]]);
    assert.deepEqual(repair.repair, [['min_mwh', null, 6, 2]]);
  });
});
