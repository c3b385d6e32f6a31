/** Load that may go unserved at a price: at each bus the cheapest first, and never more than the bus draws. */
import type { Load, SolvePayload } from '../schema.ts';
import { groupBy } from './group-by.ts';
import { amountAt, sum, valueAt } from './series.ts';

/** MW, and what each costs, $/MWh. */
export interface ShedStep {
  readonly mw: number;
  readonly price: number;
}

interface ShedCost {
  /** $ for an hour. */
  readonly usd: number;
  /** The step that the last MW is of; undefined where nothing is shed, or nothing has a price. */
  readonly last: ShedStep | undefined;
}

/** `steps`: the cheapest first. What is above them costs as the dearest. */
export function shedCost(steps: readonly ShedStep[], mw: number): ShedCost {
  let [left, usd] = [mw, 0];
  let last: ShedStep | undefined;
  for (const step of steps) {
    if (left <= 0) break;
    const shed = Math.min(left, step.mw);
    usd += shed * step.price;
    left -= shed;
    if (shed > 0) last = step;
  }
  return { usd: usd + Math.max(0, left) * (last?.price ?? 0), last };
}

export interface PricedLoad extends Pick<Load, 'bus' | 'unserved_energy_usd_per_mwh'> {
  readonly values: ArrayLike<number>;
}

/** `loads`: of one bus. The cheapest first. */
export function shedSteps(
  loads: readonly PricedLoad[],
  options: SolvePayload['options'],
  interval: number,
): ShedStep[] {
  let left = Math.max(0, sum(loads.map(({ values }) => amountAt(values, interval))));
  return loads
    .map(({ values, unserved_energy_usd_per_mwh: usd }) => ({
      mw: amountAt(values, interval),
      price: valueAt(usd, interval) ?? options?.unserved_energy_usd_per_mwh ?? Number.POSITIVE_INFINITY,
    }))
    .filter(({ price }) => Number.isFinite(price))
    .sort((a, b) => a.price - b.price)
    .map(({ mw: drawn, price }) => {
      const part = Math.max(0, Math.min(left, drawn));
      left -= part;
      return { mw: part, price };
    });
}

interface WithLoads extends Pick<SolvePayload, 'options'> {
  readonly loads: readonly PricedLoad[];
}

/** What `mw` that goes unserved costs at a bus, by its name in results, in an interval. */
export function unservedCosts({ loads, options }: WithLoads) {
  const byBus = groupBy(loads, ({ bus }) => `bus_${bus}`);
  return (bus: string, interval: number, mw: number): ShedCost =>
    shedCost(shedSteps(byBus.get(bus) ?? [], options, interval), mw);
}
