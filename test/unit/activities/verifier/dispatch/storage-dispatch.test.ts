import assert from 'node:assert/strict';
import { cheapestStorage } from '../../../../../activities/verifier/dispatch/storage-dispatch.ts';
import type { JudgedStorage } from '../../../../../activities/verifier/schedule/case.ts';
import { randomDraw } from '../../../../support/cases/random.ts';

/** All uses that gain or lose whole MWh; charging takes twice what it gains. */
function enumerated(storage: JudgedStorage, prices: readonly number[], stored = storage.initial_mwh): number {
  const [price, ...later] = prices;
  const worth = stored * storage.final_value_usd_per_mwh;
  if (price === undefined) return stored >= storage.final_mwh ? -worth : Number.POSITIVE_INFINITY;
  const most = Math.floor(storage.charge_mw * storage.efficiency);
  const steps = Array.from({ length: most + storage.discharge_mw + 1 }, (_, i) => i - storage.discharge_mw);
  return Math.min(
    ...steps
      .filter((gain) => stored + gain >= 0 && stored + gain <= storage.energy_mwh)
      .map((gain) => price * (gain > 0 ? 2 * gain : gain) + enumerated(storage, later, stored + gain)),
  );
}

const aStorage = (changes: Partial<JudgedStorage>): JudgedStorage => ({
  name: 'S',
  bus: 1,
  energy_mwh: 4,
  charge_mw: 4,
  discharge_mw: 3,
  efficiency: 0.5,
  initial_mwh: 2,
  final_mwh: 0,
  final_value_usd_per_mwh: 0,
  ...changes,
});

describe('cheapest use of a storage', () => {
  it('is what enumeration finds, and no more than that at prices below 0', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const draw = randomDraw(seed);
      const energy = { initial_mwh: draw.integer(0, 4), final_mwh: draw.integer(0, 4) };
      const low = seed % 2 === 0 ? 0 : -5;
      const worth = draw.chance(0.5) ? draw.integer(0, 15) : 0;
      const storage = aStorage({ ...energy, final_value_usd_per_mwh: worth });
      const prices = draw.hours(4, () => draw.integer(low, 12));
      const found = cheapestStorage(storage, prices);
      const expected = enumerated(storage, prices);
      assert.ok(found <= expected + 1e-9, `seed ${seed}: ${found} above ${expected}`);
      if (low === 0) assert.ok(Math.abs(found - expected) < 1e-9, `seed ${seed}: ${found}, not ${expected}`);
    }
  });

  it('does not exist where the final energy is out of reach', () => {
    assert.equal(cheapestStorage(aStorage({ final_mwh: 4.5 }), [1, 1]), Number.POSITIVE_INFINITY);
    assert.equal(cheapestStorage(aStorage({ initial_mwh: 0, final_mwh: 4 }), [1]), Number.POSITIVE_INFINITY);
  });
});
