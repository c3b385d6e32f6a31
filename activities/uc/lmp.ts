/**
 * Locational marginal prices from the duals of the dispatch LP with the commitment fixed (Litvinov et al., IEEE Trans.
 * Power Systems 19, 2004):
 *
 *     lmp[b,t] = lambda[i,t] + sum_k mu[k] h[k,b] - sum_j nu[j] LF[j,b]
 *
 * lambda: dual of the balance of b's island; mu: dual of flow limit k with shift factors h[k]; nu: dual of tangent j of
 * the losses with loss factors LF[j]. Congestion and loss are the two sums, each less its value at the reference;
 * energy is the price at the reference. The reference is the named slack bus, else the load of the island: sum_b d[b]
 * lmp[b], d = share of the island's load.
 */
import { rounded } from '../../temporal/case/arithmetic/rounded.ts';
import type { LmpComponents, Series } from '../../temporal/case/messages/result.ts';
import { islandBuses } from '../network/network.ts';
import type { FlowLimit } from './formulation/flow-limit.ts';
import type { LossLimit } from './formulation/loss-tangent.ts';
import type { Instance } from './instance.ts';

/** A modelled flow limit and its dual, $/MWh: at most 0 for an upper limit, at least 0 for a lower limit. */
export interface PricedLimit extends Pick<FlowLimit, 'factors' | 'hour'> {
  readonly dual: number;
}

/** A modelled tangent of the losses and its dual, $/MWh, at least 0. */
interface PricedTangent extends Pick<LossLimit, 'factors' | 'hour' | 'buses'> {
  readonly dual: number;
}

export interface Prices {
  readonly lmp: Series;
  readonly components: Record<string, LmpComponents>;
}

/** Computes the prices and their components. `balanceDuals`: $/MWh, shape [islands][T]. */
export function locationalPrices(
  instance: Instance,
  balanceDuals: readonly (readonly number[])[],
  limits: readonly PricedLimit[],
  tangents: readonly PricedTangent[],
): Prices {
  const { buses, periods, network } = instance;
  const everyBus = [...buses.keys()];
  const congestion = buses.map(() => new Float64Array(periods));
  for (const { dual, factors, hour } of limits) addPrices(congestion, dual, factors, hour, everyBus);
  const loss = buses.map(() => new Float64Array(periods));
  for (const { dual, factors, hour, buses: members } of tangents)
    addPrices(loss, -dual, factors, hour, members);
  const shifts = [toReference(instance, congestion), toReference(instance, loss)];
  const lmp: Series = {};
  const components: Record<string, LmpComponents> = {};
  for (const [b, bus] of buses.entries()) {
    const island = network.island[b] ?? 0;
    const hours = Array.from({ length: periods }, (_, t) => t);
    const energy = hours.map((t) =>
      rounded(
        shifts.reduce((price, shift) => price + (shift[island]?.[t] ?? 0), balanceDuals[island]?.[t] ?? 0),
      ),
    );
    const parts = {
      energy,
      congestion: Array.from(congestion[b] ?? [], rounded),
      loss: Array.from(loss[b] ?? [], rounded),
    };
    components[`bus_${bus}`] = parts;
    lmp[`bus_${bus}`] = hours.map((t) =>
      rounded((energy[t] ?? 0) + (parts.congestion[t] ?? 0) + (parts.loss[t] ?? 0)),
    );
  }
  return { lmp, components };
}

/** Adds dual times factor to the prices of `buses` in hour `hour`; prices have shape [buses][T]. */
function addPrices(
  prices: readonly Float64Array[],
  dual: number,
  factors: Float64Array,
  hour: number,
  buses: readonly number[],
): void {
  if (dual === 0) return;
  for (const b of buses) {
    const hours = prices[b];
    if (hours) hours[hour] = (hours[hour] ?? 0) + dual * (factors[b] ?? 0);
  }
}

/** Subtracts the reference price from each bus price. Returns the reference prices, $/MWh, shape [islands][T]. */
function toReference(instance: Instance, prices: readonly Float64Array[]): number[][] {
  const { network, periods } = instance;
  const slack = instance.buses.indexOf(instance.case.slack_bus ?? Number.NaN);
  return islandBuses(network).map((members) =>
    Array.from({ length: periods }, (_, t) => {
      const price = members.includes(slack)
        ? (prices[slack]?.[t] ?? 0)
        : loadWeighted(instance, members, prices, t);
      for (const b of members) {
        const hours = prices[b];
        if (hours) hours[t] = (hours[t] ?? 0) - price;
      }
      return price;
    }),
  );
}

/** Mean price of an island, weighted by load; unweighted over its buses if it has no load. */
function loadWeighted(
  { load }: Instance,
  members: readonly number[],
  prices: readonly Float64Array[],
  t: number,
): number {
  const total = members.reduce((mw, b) => mw + (load[b]?.[t] ?? 0), 0);
  const weight = (b: number): number => (total > 0 ? (load[b]?.[t] ?? 0) / total : 1 / members.length);
  return members.reduce((price, b) => price + weight(b) * (prices[b]?.[t] ?? 0), 0);
}
