/** The prices of a result, in the order of its buses, products and contingencies; missing prices are NaN. */

import { offlinePrices, unitReserve } from '../dispatch/reserve-offers.ts';
import type { UnitPrices } from '../dispatch/unit-dispatch.ts';
import type { ReserveHours, Schedule } from '../schedule/schedule.ts';
import { at, readSeries, sum } from '../schedule/series.ts';

/** Prices at which units, storage, renewables and loads are judged: those of a result, or multipliers (bound/). */
export interface Prices {
  /** $/MWh by bus position, shape [buses][horizon]; undefined for a bus without a price. */
  readonly buses: readonly (ArrayLike<number> | undefined)[];
  /** $/MW, shape [products][horizon]. */
  readonly reserves: readonly (readonly number[])[];
  /** Price that a provider earns: those of all products that its reserve counts in, $/MW, shape [products][horizon]. */
  readonly earned: readonly (readonly number[])[];
  /** Price of headroom for the units that a contingency loses, $/MW. */
  readonly outages: readonly { readonly lost: ReadonlySet<string>; readonly prices: readonly number[] }[];
}

/**
 * True if there are no prices to prove. A commitment found just before the time limit may have none, and so may a given
 * schedule; a dispatch of the engine always has prices.
 */
export const isUnpriced = ({ jobType, result }: Schedule): boolean =>
  result.prices === 'absent' ||
  (jobType !== 'ed' &&
    (result.prices === 'approximate' ||
      (Object.keys(result.lmp).length === 0 && Object.keys(result.lmp_components).length === 0)) &&
    result.binding_constraints.every(({ shadow_price_usd_per_mwh }) => shadow_price_usd_per_mwh === 0));

export function readPrices(schedule: Schedule): Prices {
  const { grid, hours, result } = schedule;
  const horizon = hours.length;
  return {
    buses: grid.buses.map((bus) =>
      Object.hasOwn(result.lmp, `bus_${bus}`) ? readSeries(result.lmp, `bus_${bus}`, horizon) : undefined,
    ),
    ...reservePrices(schedule, ({ name }) => readSeries(result.reserve_price_usd_per_mw, name, horizon)),
    outages: unitOutages(schedule, (id) => readSeries(result.generator_outage_price_usd_per_mw, id, horizon)),
  };
}

/** Prices of the requirements, and prices that providers earn. */
export function reservePrices(
  { hours, reserves }: Pick<Schedule, 'hours' | 'reserves'>,
  pricesOf: (product: ReserveHours) => readonly number[],
): Pick<Prices, 'reserves' | 'earned'> {
  const prices = reserves.map(pricesOf);
  const earned = reserves.map(({ countedIn }, q) =>
    countedIn.length === 1
      ? (prices[q] ?? [])
      : hours.map((hour) => sum(countedIn.map((k) => at(prices[k] ?? [], hour)))),
  );
  return { reserves: prices, earned };
}

/** Contingencies that lose units, with their prices. */
export const unitOutages = (
  { outages }: Schedule,
  pricesOf: (id: string) => readonly number[],
): Prices['outages'] =>
  outages
    .filter(({ generators }) => generators.size > 0)
    .map(({ id, generators }) => ({ lost: generators, prices: pricesOf(id) }));

/** $/MWh, shape [horizon]. */
export const pricesAt = ({ grid }: Schedule, { buses }: Prices, bus: number): ArrayLike<number> =>
  buses[grid.position.get(bus) ?? -1] ?? [];

/** Earnings of one MW more of headroom over all contingencies, $/MW. */
export const headroomPrice = ({ outages }: Pick<Prices, 'outages'>, hour: number): number =>
  outages.reduce((sum, { prices }) => sum + at(prices, hour), 0);

/** Prices of a unit: reserve, and energy at its bus less the price of the headroom that a MWh takes. */
export function unitPrices(schedule: Schedule, prices: Prices, position: number, bus: number): UnitPrices {
  const { hours, reserves } = schedule;
  const energyPrices = pricesAt(schedule, prices, bus);
  return {
    energy: hours.map((hour) => at(energyPrices, hour) - headroomPrice(prices, hour)),
    ...unitReserve(reserves, prices.earned, position, hours),
    offline: offlinePrices(reserves, prices.earned, position, hours),
  };
}

/** Earnings of a storage or a renewable from the reserve that it gives, $. */
export const reserveIncome = (
  { hours, reserves }: Pick<Schedule, 'hours' | 'reserves'>,
  prices: Prices,
  name: string,
): number =>
  reserves.reduce((sum, { others }, q) => {
    const provided = others.get(name);
    if (!provided) return sum;
    return hours.reduce((usd, hour) => usd + at(prices.earned[q] ?? [], hour) * at(provided, hour), sum);
  }, 0);

/** Rounding error of prices, $/MWh, and of powers, MW; a price may contain three rounding errors. */
const KEPT = 2e-6;

/**
 * Largest error of an amount that is computed from rounded prices and powers, $. Hour by hour: `capacity` in MW,
 * `prices` in $/MWh.
 */
export const rounding = (capacity: readonly number[], prices: readonly number[]): number =>
  KEPT * [...capacity, ...prices].reduce((sum, value) => sum + Math.abs(value), 0);
