/**
 * Locational marginal prices from the duals of the dispatch LP with the commitment fixed (Litvinov et al.,
 * IEEE Trans. Power Systems 19, 2004, without losses):
 *
 *     lmp[b,t] = lambda[i,t] + sum_k mu[k] h[k,b]
 *
 * lambda: dual of the balance of b's island; mu: dual of flow limit k with shift factors h[k]. Energy is the
 * price at the reference, congestion the rest. The reference is the named slack bus, else the load of the
 * island: sum_b d[b] lmp[b], d = share of the island's load.
 */
import type { LmpComponents, Series } from '../../temporal/messages/result.ts';
import type { FlowLimit } from './formulation/flow-limit.ts';
import type { Instance } from './instance.ts';

/** A modelled flow limit and its dual, $/MWh: at most 0 above a limit, at least 0 below minus a limit. */
export interface PricedLimit extends Pick<FlowLimit, 'factors' | 'hour'> {
  readonly dual: number;
}

export interface Prices {
  readonly lmp: Series;
  readonly components: Record<string, LmpComponents>;
}

/** Digits kept, $/MWh. */
const round = (price: number): number => Math.round(price * 1e6) / 1e6 + 0;

/** `balanceDuals`: $/MWh, shape [islands][T]. */
export function locationalPrices(
  instance: Instance,
  balanceDuals: readonly (readonly number[])[],
  limits: readonly PricedLimit[],
): Prices {
  const { buses, periods, network } = instance;
  const congestion = buses.map(() => new Float64Array(periods));
  for (const { dual, factors, hour } of limits) {
    for (const [b, factor] of factors.entries()) {
      const hours = congestion[b];
      if (hours) hours[hour] = (hours[hour] ?? 0) + dual * factor;
    }
  }
  const shift = referenceShift(instance, congestion);
  const lmp: Series = {};
  const components: Record<string, LmpComponents> = {};
  for (const [b, bus] of buses.entries()) {
    const island = network.island[b] ?? 0;
    const hours = Array.from({ length: periods }, (_, t) => t);
    const energy = hours.map((t) => round((balanceDuals[island]?.[t] ?? 0) + (shift[island]?.[t] ?? 0)));
    const rest = hours.map((t) => round((congestion[b]?.[t] ?? 0) - (shift[island]?.[t] ?? 0)));
    components[`bus_${bus}`] = { energy, congestion: rest, loss: hours.map(() => 0) };
    lmp[`bus_${bus}`] = hours.map((t) => round((energy[t] ?? 0) + (rest[t] ?? 0)));
  }
  return { lmp, components };
}

/** Congestion at the reference of each island and hour, $/MWh, shape [islands][T]. */
function referenceShift(instance: Instance, congestion: readonly Float64Array[]): number[][] {
  const { network, periods, load, payload } = instance;
  const slack = instance.buses.indexOf(payload.options?.slack_bus ?? Number.NaN);
  return Array.from({ length: network.islands }, (_, island) => {
    const members = [...network.island.keys()].filter((b) => network.island[b] === island);
    return Array.from({ length: periods }, (_hour, t) => {
      if (slack >= 0 && network.island[slack] === island) return congestion[slack]?.[t] ?? 0;
      const total = members.reduce((mw, b) => mw + (load[b]?.[t] ?? 0), 0);
      const even = !(total > 0);
      const weight = (b: number): number => (even ? 1 / members.length : (load[b]?.[t] ?? 0) / total);
      return members.reduce((price, b) => price + weight(b) * (congestion[b]?.[t] ?? 0), 0);
    });
  });
}
