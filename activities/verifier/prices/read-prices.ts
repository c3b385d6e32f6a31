/** The prices that a result reports, lined up with its buses, products and contingencies; what is missing is NaN. */

import { unitReserve } from '../dispatch/reserve-offers.ts';
import type { UnitPrices } from '../dispatch/unit-dispatch.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, readSeries } from '../schedule/series.ts';

/** What units, storage, renewables and loads are judged at: prices of a result, or multipliers (bound/). */
export interface Prices {
  /** $/MWh by bus position, shape [buses][horizon]; undefined for a bus without a price. */
  readonly buses: readonly (ArrayLike<number> | undefined)[];
  /** $/MW, shape [products][horizon]. */
  readonly reserves: readonly (readonly number[])[];
  /** Head-room for the units that a contingency loses, $/MW. */
  readonly outages: readonly { readonly lost: ReadonlySet<string>; readonly prices: readonly number[] }[];
}

/**
 * A commitment found at the last moment may have no prices that are to be proven; a dispatch of the engine always has them.
 * A schedule that was given has none when none were given.
 */
export const isUnpriced = ({ jobType, result }: Schedule): boolean =>
  result.prices === 'absent' ||
  (jobType !== 'ed' &&
    (result.prices === 'approximate' ||
      (Object.keys(result.lmp).length === 0 && Object.keys(result.lmp_components).length === 0)) &&
    result.binding_constraints.every(({ shadow_price_usd_per_mwh }) => shadow_price_usd_per_mwh === 0));

export function readPrices(schedule: Schedule): Prices {
  const { grid, hours, result, reserves } = schedule;
  const horizon = hours.length;
  return {
    buses: grid.buses.map((bus) =>
      Object.hasOwn(result.lmp, `bus_${bus}`) ? readSeries(result.lmp, `bus_${bus}`, horizon) : undefined,
    ),
    reserves: reserves.map(({ name }) => readSeries(result.reserve_price_usd_per_mw, name, horizon)),
    outages: unitOutages(schedule, (id) => readSeries(result.generator_outage_price_usd_per_mw, id, horizon)),
  };
}

/** The contingencies that lose units, with their prices. */
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

/** What one MW more of head-room earns over all contingencies, $/MW. */
export const headroomPrice = ({ outages }: Pick<Prices, 'outages'>, hour: number): number =>
  outages.reduce((sum, { prices }) => sum + at(prices, hour), 0);

/** What a unit earns: reserve, and a MWh at its bus less what that takes from the head-room for lost units. */
export function unitPrices(schedule: Schedule, prices: Prices, position: number, bus: number): UnitPrices {
  const { hours, reserves } = schedule;
  const own = pricesAt(schedule, prices, bus);
  return {
    energy: hours.map((hour) => at(own, hour) - headroomPrice(prices, hour)),
    ...unitReserve(reserves, prices.reserves, position, hours),
  };
}

/** What a storage or a renewable earns with the reserve that it gives, $. */
export const reserveIncome = (
  { hours, reserves }: Pick<Schedule, 'hours' | 'reserves'>,
  prices: Prices,
  name: string,
): number =>
  reserves.reduce((sum, { others }, q) => {
    const given = others.get(name);
    if (!given) return sum;
    return hours.reduce((usd, hour) => usd + at(prices.reserves[q] ?? [], hour) * at(given, hour), sum);
  }, 0);

/** Digits kept of prices, $/MWh, and of powers, MW, and what three roundings of one price may add up to. */
const KEPT = 2e-6;

/** What rounded prices and powers may seem to be worth, $: `capacity` in MW and `prices` in $/MWh, hour by hour. */
export const rounding = (capacity: readonly number[], prices: readonly number[]): number =>
  KEPT * [...capacity, ...prices].reduce((sum, value) => sum + Math.abs(value), 0);
