/**
 * Energy prices by merit order (Wood, Wollenberg, Sheblé, Power Generation, Operation and Control, 2013). In each
 * island and hour: the full-load price of the last of the cheapest units that cover the load less renewables, or the
 * cost of the last MWh of a given schedule.
 */

import { groupBy } from '../../temporal/case/arithmetic/group-by.ts';
import { shedCostAt } from '../case/shedding.ts';
import { islandBuses } from '../network/network.ts';
import { fullLoadPrice } from './cost.ts';
import type { Instance, Unit } from './instance.ts';
import type { Schedule } from './schedule.ts';

/** $/MWh, shape [islands][T]; 0 if no unit is needed. */
export function meritOrderPrices(instance: Instance): number[][] {
  return islandBuses(instance.network).map((buses) => {
    const members = new Set(buses);
    return Array.from({ length: instance.periods }, (_, t) => priceAt(instance, members, t));
  });
}

/** Rounding error, MW. */
const ROUNDING = 1e-6;

/**
 * Price of the dearest MWh in a schedule, $/MWh, shape [islands][T]: of shed load, or of a unit or renewable above its
 * least output. It ignores flow limits, reserve and ramps.
 */
export function marginalPrices(instance: Instance, schedule: Schedule): number[][] {
  const { network, periods } = instance;
  const prices = Array.from({ length: network.islands }, () => new Array<number>(periods).fill(0));
  for (let t = 0; t < periods; t++)
    for (const [bus, price] of pricesOfHour(instance, schedule, t)) {
      const series = prices[network.island[bus] ?? 0];
      if (series) series[t] = Math.max(series[t] ?? 0, price);
    }
  return prices;
}

/** Bus and price of each unit and renewable above its least output in an hour, and of load that is shed. */
function pricesOfHour(
  { units, renewables, sheddable }: Instance,
  { on, output, renewable, unserved }: Schedule,
  t: number,
): [bus: number, price: number][] {
  const mwOf = (series: readonly (readonly number[])[], i: number): number => series[i]?.[t] ?? 0;
  const running = [...units.entries()].filter(([g]) => mwOf(on, g) > 0);
  const dispatched = [...renewables.entries()].filter(
    ([i, { p_min }]) => mwOf(renewable, i) > (p_min[t] ?? 0) + ROUNDING,
  );
  const shed = [...groupBy(sheddable, ({ at }) => at)].filter(([b]) => mwOf(unserved, b) > ROUNDING);
  return [
    ...running.map(([g, unit]): [number, number] => [unit.bus, slopeAt(unit, mwOf(output, g), t)]),
    ...dispatched.map(([, { at, marginal_cost }]): [number, number] => [at, marginal_cost[t] ?? 0]),
    ...shed.map(([b, steps]): [number, number] => [
      b,
      shedCostAt(steps, t, mwOf(unserved, b)).last?.price ?? 0,
    ]),
  ];
}

/** Cost of the last MW of a unit, $/MWh; 0 at its least output, below which it cannot go. */
function slopeAt({ cost, pMin }: Unit, output: number, t: number): number {
  let above = output - (pMin[t] ?? 0);
  let price = 0;
  for (const { width, slope } of cost[t]?.segments ?? []) {
    if (above <= ROUNDING) break;
    price = slope;
    above -= width;
  }
  return price;
}

function priceAt({ units, load, renewables }: Instance, buses: ReadonlySet<number>, t: number): number {
  let mw = 0;
  for (const b of buses) mw += load[b]?.[t] ?? 0;
  for (const { at, p_max } of renewables) if (buses.has(at)) mw -= p_max[t] ?? 0;
  const offers = units
    .filter((unit) => buses.has(unit.bus) && unit.mayBeOn[t])
    .map((unit) => ({ price: Math.max(0, fullLoadPrice(unit, t)), mw: unit.count * (unit.pMax[t] ?? 0) }))
    .filter((offer) => offer.mw > 0)
    .sort((a, b) => a.price - b.price);
  let price = 0;
  for (const offer of offers) {
    if (mw <= 0) break;
    mw -= offer.mw;
    price = offer.price;
  }
  return price;
}
