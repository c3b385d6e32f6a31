/**
 * Lower bound of what a storage costs at given energy prices: its energy is kept over the whole horizon only, at one price
 * y >= 0 of a MWh stored at the end (Lagrangian duality of one row), c and d charge and discharge at costs k_c and k_d, e_c and e_d
 * the efficiencies, k = (1 - L)^(T - 1 - t) the share of a MWh stored in hour t that remains at the end, i what flows in, v the worth of a
 * MWh at the end, where there is as little as allowed if y is above it, else as much:
 *
 *     max_y  (y - v) (y > v ? least : most) - y k_0 (1 - L) initial + sum_t - y k i
 *            + min(0, price + k_c - e_c y k) c_max + min(0, y k / e_d + k_d - price) d_max
 *
 * The initial energy of a cyclic storage is that at the end.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { keptShare, storedLimits } from '../../case/read-storage.ts';
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
  const { charge_efficiency, discharge_efficiency, final_value_usd_per_mwh: value } = storage;
  const { charge_cost_usd_per_mwh, discharge_cost_usd_per_mwh } = storage;
  const left = shareLeft(storage, prices.length);
  const candidates = [
    0,
    value,
    ...prices.map(
      (price, t) => ((price - discharge_cost_usd_per_mwh) * discharge_efficiency) / (left[t] ?? 1),
    ),
    ...prices.map((price, t) => (price + charge_cost_usd_per_mwh) / (charge_efficiency * (left[t] ?? 1))),
  ].filter((y) => y >= 0);
  let best: StorageAnswer = { cost: Number.NEGATIVE_INFINITY, supply: new Float64Array(prices.length) };
  for (const y of new Set(candidates)) {
    const answer = answerAt(storage, prices, left, y);
    if (answer.cost > best.cost) best = answer;
  }
  return best;
}

/** The part of a MWh stored in each hour that is there at the end. */
function shareLeft(storage: Storage, periods: number): Float64Array {
  const left = new Float64Array(periods).fill(1);
  for (let t = periods - 2; t >= 0; t--) left[t] = amountAt(left, t + 1) * keptShare(storage);
  return left;
}

function answerAt(storage: Storage, prices: Float64Array, left: Float64Array, y: number): StorageAnswer {
  const { charge_efficiency, discharge_efficiency, final_value_usd_per_mwh: value, inflow_mw } = storage;
  const supply = new Float64Array(prices.length);
  const atFirst = y * amountAt(left, 0) * keptShare(storage);
  const atEnd = y - value - (storage.cyclic ? atFirst : 0);
  const { least, most } = storedLimits(storage, prices.length - 1);
  let cost = atEnd * (atEnd > 0 ? least : most) - atFirst * storage.initial_mwh;
  for (const [t, price] of prices.entries()) {
    const worth = y * amountAt(left, t);
    const charging = price + storage.charge_cost_usd_per_mwh - charge_efficiency * worth;
    const discharging = worth / discharge_efficiency + storage.discharge_cost_usd_per_mwh - price;
    cost -= worth * amountAt(inflow_mw, t);
    if (charging < 0) {
      cost += charging * amountAt(storage.charge_mw, t);
      supply[t] = amountAt(supply, t) - amountAt(storage.charge_mw, t);
    }
    if (discharging < 0) {
      cost += discharging * amountAt(storage.discharge_mw, t);
      supply[t] = amountAt(supply, t) + amountAt(storage.discharge_mw, t);
    }
  }
  return { cost, supply };
}
