/**
 * Lower bound of the cost of a storage at given energy prices. Its energy balance is kept only over the whole horizon,
 * with one price y >= 0 of a MWh stored at the end (Lagrangian duality of one row). c and d are charge and discharge at
 * costs k_c and k_d, e_c and e_d the efficiencies, k = (1 - L)^(T - 1 - t) the share of a MWh stored in hour t that
 * remains at the end, i the inflow, and v the value of a MWh at the end. The final energy is the least allowed if y is
 * above v, else the most:
 *
 *     max_y  (y - v) (y > v ? least : most) - y k_0 (1 - L) initial + sum_t - y k i
 *            + min(0, price + k_c - e_c y k) c_max + min(0, y k / e_d + k_d - price) d_max
 *
 * The initial energy of a cyclic storage equals its final energy.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import { keptShare, storedLimits } from '../../case/read-storage.ts';
import type { Instance } from '../instance.ts';

type Storage = Instance['storage'][number];

export interface StorageAnswer {
  /** Lower bound of the cost, $. */
  readonly cost: number;
  /** Discharge less charge at the best y, MW, shape [T]. */
  readonly supply: Float64Array;
}

/**
 * Computes the bound. It is concave in y, and its slope changes only at v and at prices. `prices`: $/MWh, shape [T].
 */
export function cheapestStorage(storage: Storage, prices: Float64Array): StorageAnswer {
  const { charge_efficiency, discharge_efficiency, final_value_usd_per_mwh: value } = storage;
  const { charge_cost_usd_per_mwh, discharge_cost_usd_per_mwh } = storage;
  const remaining = shareLeft(storage, prices.length);
  const candidates = [
    0,
    value,
    ...prices.map(
      (price, t) => ((price - discharge_cost_usd_per_mwh) * discharge_efficiency) / (remaining[t] ?? 1),
    ),
    ...prices.map(
      (price, t) => (price + charge_cost_usd_per_mwh) / (charge_efficiency * (remaining[t] ?? 1)),
    ),
  ].filter((y) => y >= 0);
  let best: StorageAnswer = { cost: Number.NEGATIVE_INFINITY, supply: new Float64Array(prices.length) };
  for (const y of new Set(candidates)) {
    const answer = answerAt(storage, prices, remaining, y);
    if (answer.cost > best.cost) best = answer;
  }
  return best;
}

/** Share of a MWh stored in each hour that remains at the end. */
function shareLeft(storage: Storage, periods: number): Float64Array {
  const remaining = new Float64Array(periods).fill(1);
  for (let t = periods - 2; t >= 0; t--) remaining[t] = amountAt(remaining, t + 1) * keptShare(storage);
  return remaining;
}

function answerAt(storage: Storage, prices: Float64Array, remaining: Float64Array, y: number): StorageAnswer {
  const { charge_efficiency, discharge_efficiency, final_value_usd_per_mwh: value, inflow_mw } = storage;
  const supply = new Float64Array(prices.length);
  const atFirst = y * amountAt(remaining, 0) * keptShare(storage);
  const atEnd = y - value - (storage.cyclic ? atFirst : 0);
  const { least, most } = storedLimits(storage, prices.length - 1);
  let cost = atEnd * (atEnd > 0 ? least : most) - atFirst * storage.initial_mwh;
  for (const [t, price] of prices.entries()) {
    const worth = y * amountAt(remaining, t);
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
