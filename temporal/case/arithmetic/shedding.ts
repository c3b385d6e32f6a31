/**
 * Cost of load that may stay unserved. At each bus, the load with the lowest price is shed first, up to the net load of
 * the bus.
 */
import type { Load, SolvePayload } from '../schema.ts';
import { groupBy } from './group-by.ts';
import { amountAt, sum, valueAt } from './series.ts';

/** Amount, MW, and price, $/MWh, of one shedding step. */
export interface ShedStep {
  readonly mw: number;
  readonly price: number;
}

interface ShedCost {
  /** Cost of one hour, $. */
  readonly usd: number;
  /** The step in which the last MW is shed; undefined if nothing is shed or no load has a price. */
  readonly last: ShedStep | undefined;
}

/** Cost of shedding `mw`. `steps`: the cheapest first. Amounts beyond the last step have the price of the last step. */
export function shedCost(steps: readonly ShedStep[], mw: number): ShedCost {
  let [remaining, usd] = [mw, 0];
  let last: ShedStep | undefined;
  for (const step of steps) {
    if (remaining <= 0) break;
    const shed = Math.min(remaining, step.mw);
    usd += shed * step.price;
    remaining -= shed;
    if (shed > 0) last = step;
  }
  return { usd: usd + Math.max(0, remaining) * (last?.price ?? 0), last };
}

export interface PricedLoad extends Pick<Load, 'bus' | 'unserved_energy_usd_per_mwh'> {
  readonly values: ArrayLike<number>;
}

/** Shedding steps of a bus, the cheapest first. `loads`: loads of the bus. */
export function shedSteps(
  loads: readonly PricedLoad[],
  options: SolvePayload['options'],
  interval: number,
): ShedStep[] {
  let remaining = Math.max(0, sum(loads.map(({ values }) => amountAt(values, interval))));
  return loads
    .map(({ values, unserved_energy_usd_per_mwh: usd }) => ({
      mw: amountAt(values, interval),
      price: valueAt(usd, interval) ?? options?.unserved_energy_usd_per_mwh ?? Number.POSITIVE_INFINITY,
    }))
    .filter(({ price }) => Number.isFinite(price))
    .sort((a, b) => a.price - b.price)
    .map(({ mw: drawn, price }) => {
      const part = Math.max(0, Math.min(remaining, drawn));
      remaining -= part;
      return { mw: part, price };
    });
}

interface WithLoads extends Pick<SolvePayload, 'options'> {
  readonly loads: readonly PricedLoad[];
}

/** Returns a function that gives the cost of `mw` unserved in an interval at a bus; the bus is named as in results. */
export function unservedCosts({ loads, options }: WithLoads) {
  const byBus = groupBy(loads, ({ bus }) => `bus_${bus}`);
  return (bus: string, interval: number, mw: number): ShedCost =>
    shedCost(shedSteps(byBus.get(bus) ?? [], options, interval), mw);
}
