/**
 * Lower bound of what a storage costs at given energy prices: its energy is kept over the whole horizon only, at one price
 * y >= 0 of a MWh stored (Lagrangian duality of one row), c and d charge and discharge, e the efficiency, v the worth of a
 * MWh at the end, where there is as little as allowed if y is above it, else as much:
 *
 *     max_y  (y - v) (y > v ? final : capacity) - y initial + sum_t min(0, price - e y) c_max + min(0, y - price) d_max
 */
import type { Instance } from '../instance.ts';

type Storage = Instance['storage'][number];

export interface StorageAnswer {
  /** $. */
  readonly cost: number;
  /** MW, shape [T]. */
  readonly supply: Float64Array;
}

/** `prices`: $/MWh, shape [T]. The bound is concave in y and changes its slope at prices, or v, only. */
export function cheapestStorage(storage: Storage, prices: Float64Array): StorageAnswer {
  const { efficiency = 1, final_value_usd_per_mwh: value = 0 } = storage;
  const candidates = [0, value, ...prices, ...prices.map((price) => price / efficiency)].filter(
    (y) => y >= 0,
  );
  let best: StorageAnswer = { cost: Number.NEGATIVE_INFINITY, supply: new Float64Array(prices.length) };
  for (const y of new Set(candidates)) {
    const answer = answerAt(storage, prices, y);
    if (answer.cost > best.cost) best = answer;
  }
  return best;
}

function answerAt(storage: Storage, prices: Float64Array, y: number): StorageAnswer {
  const { efficiency = 1, charge_mw, discharge_mw, initial_mwh = 0, final_mwh = 0, energy_mwh } = storage;
  const { final_value_usd_per_mwh: value = 0 } = storage;
  const supply = new Float64Array(prices.length);
  let cost = (y - value) * (y > value ? final_mwh : energy_mwh) - y * initial_mwh;
  for (const [t, price] of prices.entries()) {
    const charging = price - efficiency * y;
    if (charging < 0) {
      cost += charging * charge_mw;
      supply[t] = (supply[t] ?? 0) - charge_mw;
    }
    if (y < price) {
      cost += (y - price) * discharge_mw;
      supply[t] = (supply[t] ?? 0) + discharge_mw;
    }
  }
  return { cost, supply };
}
