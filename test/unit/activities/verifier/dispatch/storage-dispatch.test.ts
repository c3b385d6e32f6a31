import assert from 'node:assert/strict';
import { cheapestStorage } from '../../../../../activities/verifier/dispatch/storage-dispatch.ts';
import type { JudgedStorage } from '../../../../../activities/verifier/schedule/case.ts';
import type { Storage } from '../../../../../temporal/case/schema.ts';
import { judgedStorage } from '../../../../support/cases/judged-storage.ts';
import { randomDraw } from '../../../../support/cases/random.ts';

/**
 * Least cost over all uses that change the stored energy by whole MWh; charging takes twice the energy that it adds.
 */
function enumerated(storage: JudgedStorage, prices: readonly number[], stored = storage.initial_mwh): number {
  const [price, ...later] = prices;
  const worth = stored * storage.final_value_usd_per_mwh;
  if (price === undefined) return stored >= storage.final_mwh ? -worth : Number.POSITIVE_INFINITY;
  const [charge = 0, discharge = 0] = [storage.charge_mw[0], storage.discharge_mw[0]];
  const most = Math.floor(charge * storage.charge_efficiency);
  const steps = Array.from({ length: most + discharge + 1 }, (_, i) => i - discharge);
  return Math.min(
    ...steps
      .filter((gain) => stored + gain >= 0 && stored + gain <= storage.energy_mwh)
      .map((gain) => price * (gain > 0 ? 2 * gain : gain) + enumerated(storage, later, stored + gain)),
  );
}

const aStorage = (changes: Partial<Storage>): JudgedStorage =>
  judgedStorage(
    { energy_mwh: 4, charge_mw: 4, discharge_mw: 3, efficiency: 0.5, initial_mwh: 2, ...changes },
    4,
  );

describe('cheapest use of a storage', () => {
  it('equals the enumeration, and is at most that at prices below 0', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const draw = randomDraw(seed);
      const energy = { initial_mwh: draw.integer(0, 4), final_mwh: draw.integer(0, 4) };
      const low = seed % 2 === 0 ? 0 : -5;
      const worth = draw.chance(0.5) ? draw.integer(0, 15) : 0;
      const storage = aStorage({ ...energy, final_value_usd_per_mwh: worth });
      const prices = draw.hours(4, () => draw.integer(low, 12));
      const cost = cheapestStorage(storage, prices);
      const expected = enumerated(storage, prices);
      assert.ok(cost <= expected + 1e-9, `seed ${seed}: ${cost} above ${expected}`);
      if (low === 0) assert.ok(Math.abs(cost - expected) < 1e-9, `seed ${seed}: ${cost}, not ${expected}`);
    }
  });

  it('of a cyclic one is that of its best first energy', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const draw = randomDraw(500 + seed);
      const { cyclic, ...parameters } = {
        cyclic: true,
        charge_efficiency: draw.real(0.8, 1),
        discharge_efficiency: draw.real(0.8, 1),
        standing_loss_per_h: draw.chance(0.5) ? draw.real(0, 0.1) : 0,
        discharge_cost_usd_per_mwh: draw.real(0, 2),
        inflow_mw: draw.hours(4, () => (draw.chance(0.3) ? draw.real(0, 2) : 0)),
        min_mwh: draw.hours(4, () => draw.real(0, 1)),
      };
      const prices = draw.hours(4, () => draw.real(1, 30));
      const powers = { energy_mwh: 4, charge_mw: 4, discharge_mw: 3 };
      const cost = cheapestStorage(judgedStorage({ ...powers, ...parameters, cyclic }, 4), prices);
      const costs = Array.from({ length: 401 }, (_, k) => {
        const mwh = k / 100;
        const ends = { initial_mwh: mwh, final_mwh: mwh, final_max_mwh: mwh };
        return cheapestStorage(judgedStorage({ ...powers, ...parameters, ...ends }, 4), prices);
      });
      const least = Math.min(...costs);
      assert.ok(cost <= least + 1e-6, `seed ${seed}: ${cost} above ${least}`);
      assert.ok(cost > least - 0.4, `seed ${seed}: ${cost} far below ${least}`);
    }
  });

  it('does not exist where the final energy is out of reach', () => {
    assert.equal(cheapestStorage(aStorage({ final_mwh: 4.5 }), [1, 1]), Number.POSITIVE_INFINITY);
    assert.equal(cheapestStorage(aStorage({ initial_mwh: 0, final_mwh: 4 }), [1]), Number.POSITIVE_INFINITY);
  });
});
