/**
 * Lagrangian bound of a case without its model: energy and reserve have prices, and each unit has its cheapest
 * commitment at these prices. The volume algorithm raises the bound by changing the prices (Barahona, Anbil, The volume
 * algorithm: producing primal solutions with a subgradient method, Math. Prog. 87, 2000). Its average of the
 * commitments is a relaxed schedule, in which each unit is on with some share. Flow limits, and families of constraints
 * that couple units, are left out, which weakens the bound.
 */
import { amountAt } from '../../../temporal/case/arithmetic/series.ts';
import type { Instance } from '../instance.ts';
import { meritOrderPrices } from '../merit-order.ts';
import { cheapestCommitment } from './cheapest-commitment.ts';
import { cheapestStorage } from './cheapest-storage.ts';

export interface PriceAscent {
  /** Best bound so far, $; -Infinity if some unit has no feasible commitment. */
  readonly bound: number;
  /** Prices at the best bound: energy, $/MWh, shape [islands][T]; `reserve`, $/MW, shape [products][T]. */
  readonly energy: readonly Float64Array[];
  readonly reserve: readonly Float64Array[];
  /** Share with which each unit is on in the averaged schedule, shape [units][T]. */
  readonly shares: readonly Float32Array[];
  /** Takes one step; `cost`: cost of the cheapest schedule so far, $. */
  step(cost: number): void;
}

/** Weight of the newest solution in the average. The next constants change the step length after gains and failures. */
const WEIGHT = 0.1;
const FIRST_LENGTH = 0.5;
const LONGER = 1.1;
const SHORTER = 0.7;
const FAILURES = 5;
/** Gap between bound and optimum that is assumed until a better schedule is known, as a share. */
const ASSUMED_GAP = 0.05;

export function priceAscent(instance: Instance): PriceAscent {
  const { units, periods, network, requirements } = instance;
  const parts = network.islands + requirements.length;
  const most = instance.case.reserves.map(({ penalty_usd_per_mwh: usd = Number.POSITIVE_INFINITY }) => usd);
  let best = new Float64Array(parts * periods);
  for (const [island, prices] of meritOrderPrices(instance).entries()) best.set(prices, island * periods);
  const shares = units.map(() => new Float32Array(periods));
  const first = relaxedAt(instance, best, (g, on) => shares[g]?.set(on));
  const average = first.missing;
  let bound = first.bound;
  let length = FIRST_LENGTH;
  let failures = 0;
  const slice = (part: number): Float64Array => best.subarray(part * periods, (part + 1) * periods);
  return {
    get bound() {
      return bound;
    },
    get energy() {
      return Array.from({ length: network.islands }, (_, island) => slice(island));
    },
    get reserve() {
      return requirements.map((_, q) => slice(network.islands + q));
    },
    shares,
    step(cost) {
      const size = average.reduce((sum, mw) => sum + mw * mw, 0);
      if (size === 0) return;
      const target = Number.isFinite(cost) ? cost : bound + ASSUMED_GAP * Math.abs(bound);
      const step = (length * Math.max(0, target - bound)) / size;
      const prices = best.map((price, i) => {
        const moved = price + step * (average[i] ?? 0);
        const q = Math.floor(i / periods) - network.islands;
        return q < 0 ? moved : Math.min(most[q] ?? Infinity, Math.max(0, moved));
      });
      const relaxed = relaxedAt(instance, prices, (g, on) => {
        const series = shares[g];
        for (let t = 0; series && t < periods; t++)
          series[t] = (1 - WEIGHT) * (series[t] ?? 0) + WEIGHT * (on[t] ?? 0);
      });
      const agrees = relaxed.missing.reduce((sum, mw, i) => sum + mw * (average[i] ?? 0), 0) >= 0;
      for (const [i, mw] of relaxed.missing.entries())
        average[i] = (1 - WEIGHT) * (average[i] ?? 0) + WEIGHT * mw;
      if (relaxed.bound > bound) {
        bound = relaxed.bound;
        best = prices;
        failures = 0;
        if (agrees) length *= LONGER;
      } else if (++failures >= FAILURES) {
        failures = 0;
        length *= SHORTER;
      }
    },
  };
}

interface Relaxed {
  /** Lower bound, $. */
  readonly bound: number;
  /** Load and reserve requirements less supply, MW, shape [islands and products][T]. */
  readonly missing: Float64Array;
}

type SeeUnit = (g: number, on: Uint8Array) => void;

function relaxedAt(instance: Instance, prices: Float64Array, see: SeeUnit): Relaxed {
  const { periods, network, load } = instance;
  const missing = new Float64Array(prices.length);
  const priced: Priced = {
    instance,
    energy: load.map((_, bus) => {
      const island = network.island[bus] ?? 0;
      return prices.subarray(island * periods, (island + 1) * periods);
    }),
    require(part, t, mw) {
      missing[part * periods + t] = (missing[part * periods + t] ?? 0) + mw;
    },
  };
  const costs = [
    costOfLoad(priced),
    costOfReserve(priced, prices),
    costOfResources(priced),
    costOfUnits(priced, prices, see),
  ];
  return { bound: costs.reduce((sum, usd) => sum + usd, 0), missing };
}

interface Priced {
  readonly instance: Instance;
  /** Price of energy, $/MWh, shape [buses][T]. */
  readonly energy: readonly Float64Array[];
  /**
   * Adds demand, MW, negative for supply. `part`: position of an island or, after all islands, of a reserve product.
   */
  require(part: number, t: number, mw: number): void;
}

const islandOf = ({ network }: Instance, bus: number): number => network.island[bus] ?? 0;

/** Cost of the load, which is served at its energy price, or shed where that is cheaper. */
function costOfLoad({ instance, energy, require }: Priced): number {
  const { load, periods, sheddable } = instance;
  let cost = 0;
  for (const [b, series] of load.entries()) {
    for (let t = 0; t < periods; t++) {
      cost += amountAt(series, t) * amountAt(energy[b], t);
      require(islandOf(instance, b), t, amountAt(series, t));
    }
  }
  for (const { at, most, price } of sheddable) {
    for (let t = 0; t < periods; t++) {
      const saved = amountAt(energy[at], t) - amountAt(price, t);
      const mw = saved > 0 ? amountAt(most, t) : 0;
      if (mw === 0) continue;
      cost -= mw * saved;
      require(islandOf(instance, at), t, -mw);
    }
  }
  return cost;
}

function costOfReserve({ instance, require }: Priced, prices: Float64Array): number {
  const { requirements, network, periods } = instance;
  let cost = 0;
  for (const [q, series] of requirements.entries()) {
    for (const [t, mw] of series.entries()) {
      cost += mw * (prices[(network.islands + q) * periods + t] ?? 0);
      require(network.islands + q, t, mw);
    }
  }
  return cost;
}

function costOfResources({ instance, energy, require }: Priced): number {
  const { renewables, storage, periods } = instance;
  let total = 0;
  for (const { at, p_min, p_max, marginal_cost } of renewables) {
    for (let t = 0; t < periods; t++) {
      const cost = amountAt(marginal_cost, t) - amountAt(energy[at], t);
      const mw = amountAt(cost > 0 ? p_min : p_max, t);
      total += cost * mw;
      require(islandOf(instance, at), t, -mw);
    }
  }
  for (const item of storage) {
    const { cost, supply } = cheapestStorage(item, energy[item.at] ?? new Float64Array(periods));
    total += cost;
    for (const [t, mw] of supply.entries()) require(islandOf(instance, item.at), t, -mw);
  }
  return total;
}

/** Cost of the units; -Infinity if a unit has no feasible commitment, since the prices then prove no bound. */
function costOfUnits({ instance, energy, require }: Priced, prices: Float64Array, see: SeeUnit): number {
  const { units, periods, network } = instance;
  const { worth, product } = bestReserve(instance, prices);
  let total = 0;
  for (const [g, unit] of units.entries()) {
    const busPrices = energy[unit.bus] ?? new Float64Array(periods);
    const { cost, on, power, reserve } = cheapestCommitment(unit, { energy: busPrices, reserve: worth });
    if (cost === Number.POSITIVE_INFINITY) return Number.NEGATIVE_INFINITY;
    total += cost;
    see(g, on);
    for (let t = 0; t < periods; t++) {
      if (on[t] !== 1) continue;
      require(islandOf(instance, unit.bus), t, -(power[t] ?? 0));
      if (worth) require(network.islands + (product[t] ?? 0), t, -(reserve[t] ?? 0));
    }
  }
  return total;
}

/**
 * For each hour, the reserve product with the highest price, which gets all the headroom, and this price; shape [T].
 */
function bestReserve({ periods, network, requirements }: Instance, prices: Float64Array) {
  const worth = new Float64Array(periods);
  const product = new Uint8Array(periods);
  for (const q of requirements.keys()) {
    for (let t = 0; t < periods; t++) {
      const price = prices[(network.islands + q) * periods + t] ?? 0;
      if (price > (worth[t] ?? 0)) {
        worth[t] = price;
        product[t] = q;
      }
    }
  }
  return { worth: requirements.length > 0 ? worth : undefined, product };
}
