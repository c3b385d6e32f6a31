/** The prices that a result reports, lined up with its buses, products and contingencies; what is missing is NaN. */

import type { Schedule } from '../schedule/schedule.ts';
import { at, readSeries } from '../schedule/series.ts';

export interface Prices {
  /** $/MWh by bus position, shape [buses][horizon]; undefined for a bus without a price. */
  readonly buses: readonly (readonly number[] | undefined)[];
  /** $/MW, shape [products][horizon]. */
  readonly reserves: readonly (readonly number[])[];
  /** Price of head-room for lost generators, summed over the contingencies, $/MW, shape [horizon]. */
  readonly outages: readonly number[];
}

/** A commitment found at the last moment may have no prices that are to be proven; a dispatch always has them. */
export const isUnpriced = ({ jobType, result }: Schedule): boolean =>
  jobType !== 'ed' &&
  (result.prices === 'approximate' ||
    (Object.keys(result.lmp).length === 0 && Object.keys(result.lmp_components).length === 0)) &&
  result.binding_constraints.every(({ shadow_price_usd_per_mwh }) => shadow_price_usd_per_mwh === 0);

export function readPrices(schedule: Schedule): Prices {
  const { grid, hours, result, reserves } = schedule;
  const horizon = hours.length;
  const outages = outagePrices(schedule);
  return {
    buses: grid.buses.map((bus) =>
      Object.hasOwn(result.lmp, `bus_${bus}`) ? readSeries(result.lmp, `bus_${bus}`, horizon) : undefined,
    ),
    reserves: reserves.map(({ product }) =>
      readSeries(result.reserve_price_usd_per_mw, product.name, horizon),
    ),
    outages: hours.map((hour) => outages.reduce((sum, { prices }) => sum + at(prices, hour), 0)),
  };
}

interface OutagePrices {
  readonly lost: ReadonlySet<string>;
  /** $/MW, shape [horizon]. */
  readonly prices: readonly number[];
}

/** Prices of each contingency that loses generators. */
export function outagePrices({ hours, jobType, payload, result }: Schedule): OutagePrices[] {
  if (jobType !== 'scuc') return [];
  return (payload.contingencies ?? []).flatMap(({ id, generators = [], enabled }) =>
    enabled === false || generators.length === 0
      ? []
      : [
          {
            lost: new Set(generators),
            prices: readSeries(result.generator_outage_price_usd_per_mw, id, hours.length),
          },
        ],
  );
}

/** What a unit earns for one more MWh at its bus, less what it takes from the head-room for lost generators, $/MWh. */
export const energyPrices = (
  { grid }: Schedule,
  { buses, outages }: Prices,
  bus: number,
): readonly number[] => {
  const own = buses[grid.position.get(bus) ?? -1] ?? [];
  return outages.map((price, hour) => at(own, hour) - price);
};

/** What a storage or a renewable earns with the reserve that it gives, $. */
export const reserveIncome = ({ hours, reserves }: Schedule, prices: Prices, name: string): number =>
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
