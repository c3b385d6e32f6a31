/** A window leaves enough energy in a storage for its later targets to be reached. */
import assert from 'node:assert/strict';
import { type FirstEnergy, firstEnergies, stateAfter } from '../../../../activities/rolling/carried-state.ts';
import { carriedStorage } from '../../../../activities/rolling/carried-storage.ts';
import { windowsOf } from '../../../../activities/rolling/window.ts';
import { windowPayload } from '../../../../activities/rolling/window-payload.ts';
import type { RollingState } from '../../../../temporal/case/messages/rolling.ts';
import type { SolvePayload, Storage } from '../../../../temporal/case/schema.ts';
import { aUnit } from '../../../support/cases/a-unit.ts';
import { solve } from '../../../support/engine/solve.ts';

const BATTERY: Storage = {
  name: 'S',
  bus: 1,
  energy_mwh: 20,
  charge_mw: 4,
  discharge_mw: 5,
  efficiency: 0.5,
};
const near = (actual: number | undefined, expected: number) =>
  assert.ok(Math.abs((actual ?? Number.NaN) - expected) < 2e-5, `${actual}, not ${expected}`);

describe('a storage of a window', () => {
  it('requires the energy that hourly charging, inflow and losses can bring to its final energy', () => {
    const item = { ...BATTERY, initial_mwh: 8, final_mwh: 10 };
    const later = { ...item, charge_mw: [2, 4], inflow_mw: [1, 0], standing_loss_per_h: 0.5 };
    // 8 MWh at the end of the first of the two hours require 16 MWh before losses; charging adds 2 MWh of these.
    near(carriedStorage(item, { energy_mwh: 3 }, later, 2).final_mwh, ((10 - 2) / 0.5 - 2) / 0.5);
  });

  it('leaves the least energy of the next hours', () => {
    const item = { ...BATTERY, initial_mwh: 8 };
    const carried = carriedStorage(item, { energy_mwh: 3 }, { ...item, min_mwh: [9, 0] }, 2);
    near(carried.final_mwh, 9 - 2);
  });

  it('keeps no more than can be discharged before the end', () => {
    const item = { ...BATTERY, initial_mwh: 8, final_max_mwh: 1 };
    const carried = carriedStorage(item, { energy_mwh: 3 }, { ...item, discharge_efficiency: 0.5 }, 1);
    near(carried.final_max_mwh, 1 + 10);
  });

  it('keeps no more than its cycles let it discharge, beside the day that the window may use up', () => {
    const item = { ...BATTERY, initial_mwh: 8, final_max_mwh: 1, max_cycles_per_day: 0.2 };
    const carried = carriedStorage(item, { energy_mwh: 3 }, { ...item, day_hours_before: 20 }, 6);
    near(carried.final_max_mwh, 1 + 0.2 * 20);
  });

  it('discharges no more in a day than its cycles, whatever windows the day is solved in', async () => {
    const horizon = 30;
    const values = Array.from({ length: horizon }, (_, hour) => (hour % 3 === 0 ? 130 : 60));
    const dear = aUnit('dear', { p_min: 0, p_max: 100, marginal_cost: 90 });
    const payload: SolvePayload = {
      horizon,
      generators: [aUnit('cheap', { p_min: 0, p_max: 100, marginal_cost: 20 }), dear],
      loads: [{ bus: 1, values }],
      storage: [
        { ...BATTERY, initial_mwh: 10, max_cycles_per_day: 0.6, day_hours_before: 4, day_discharged_mwh: 3 },
      ],
    };
    let state: RollingState | undefined;
    const days = [3, 0];
    for (const window of windowsOf(horizon, { step_h: 6, look_ahead_h: 3 })) {
      const part = windowPayload(payload, window, state);
      assert.equal(part.storage?.[0]?.day_hours_before, (window.start + 4) % 24);
      const result = await solve('uc', part);
      assert.equal(result.certificate?.verified, true);
      for (const [hour, mw] of (result.storage?.['S']?.discharge_mw ?? []).slice(0, window.kept).entries()) {
        const day = window.start + hour < 20 ? 0 : 1;
        days[day] = (days[day] ?? 0) + mw;
      }
      state = stateAfter(part, result, window.kept);
    }
    near(days[0], 12);
    assert.ok((days[1] ?? 0) > 3 && (days[1] ?? 0) < 12 + 1e-4);
  });

  it('that is cyclic decides its first energy in the first window, and ends the last one with it', () => {
    const item = { ...BATTERY, cyclic: true };
    assert.deepEqual(carriedStorage(item, undefined, item, 24), item);
    const last = carriedStorage(item, { energy_mwh: 3, first_mwh: 6 }, item, 0);
    assert.equal(last.cyclic, undefined);
    assert.equal(last.initial_mwh, 3);
    near(last.final_mwh, 6);
    near(last.final_max_mwh, 6);
  });

  it('that is cyclic ends the last of several windows with its energy before the first', async () => {
    const horizon = 12;
    const values = [60, 120, 60, 110, 70, 130, 60, 90, 60, 140, 60, 110];
    const dear = aUnit('dear', { p_min: 0, p_max: 100, marginal_cost: 90 });
    const payload: SolvePayload = {
      horizon,
      generators: [aUnit('cheap', { p_min: 0, p_max: 100, marginal_cost: 20 }), dear],
      loads: [{ bus: 1, values }],
      storage: [
        { ...BATTERY, efficiency: 0.9, standing_loss_per_h: 0.01, inflow_mw: 0.1, min_mwh: 3, cyclic: true },
      ],
    };
    let state: RollingState | undefined;
    let first: FirstEnergy | undefined;
    for (const window of windowsOf(horizon, { step_h: 4, look_ahead_h: 2 })) {
      const part = windowPayload(payload, window, state);
      const result = await solve('uc', part);
      assert.equal(result.termination_status, 'OPTIMAL');
      state = stateAfter(part, result, window.kept, {}, first);
      first = firstEnergies(state).first_mwh;
    }
    assert.ok((first?.['S'] ?? 0) > 0);
    near(state?.storage['S']?.energy_mwh, first?.['S'] ?? Number.NaN);
  });
});
