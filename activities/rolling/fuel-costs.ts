/**
 * Computes costs and emissions of a unit in a payload from heat rates, fuel prices and the carbon content of fuels. A
 * payload has one cost curve for all its hours. A price that changes within them is therefore averaged: over all hours
 * of the payload, or over the kept hours of a window.
 */
import { monthOfHour, seriesCalendar } from '../../temporal/case/arithmetic/series-calendar.ts';
import type { NetworkContent, NetworkGenerator } from '../../temporal/case/network-schema.ts';
import type { Generator } from '../../temporal/case/schema.ts';
import type { Hours } from './series-hours.ts';

type FuelData = Pick<Partial<NetworkContent>, 'fuels' | 'series_start' | 'time_zone'>;
type StoredFuel = NonNullable<NetworkContent['fuels']>[number];

interface Fuel {
  /** Price, $/MMBtu. */
  readonly price: number;
  /** Emission rate, t/MMBtu; undefined if unknown. */
  readonly co2: number | undefined;
}

/** Number of prices in a list with one price for each month of a year. */
const MONTHS = 12;

/** Fuels of a network. `prices`: $/MMBtu, used instead of the prices of the network. */
export function fuelsOf(
  network: FuelData,
  { first, length }: Hours,
  prices: Readonly<Record<string, number>> = {},
): ReadonlyMap<string, Fuel> {
  const calendar = seriesCalendar(network);
  const hours = Array.from({ length }, (_, t) => first + t);
  const mean = ({ price_usd_per_mmbtu: price }: StoredFuel): number => {
    if (typeof price === 'number') return price;
    const monthly = price.length === MONTHS && calendar !== undefined;
    const positionOf = (hour: number): number =>
      monthly ? monthOfHour(calendar, hour) % MONTHS : hour % price.length;
    return hours.reduce((sum, hour) => sum + (price[positionOf(hour)] ?? 0), 0) / length;
  };
  return new Map(
    (network.fuels ?? []).map((fuel) => [
      fuel.name,
      { price: prices[fuel.name] ?? mean(fuel), co2: fuel.co2_t_per_mmbtu },
    ]),
  );
}

type FuelFields = Pick<
  NetworkGenerator,
  | 'fuel'
  | 'heat_rate_curve'
  | 'startup_fuel'
  | 'variable_om_usd_per_mwh'
  | 'co2_t_per_mwh'
  | 'co2_t_per_start'
>;
type CostFields = Pick<Generator, 'cost_curve' | 'startup_categories' | 'co2_t_per_mwh' | 'co2_t_per_start'>;

/** Cost fields that replace those of the unit; empty if the unit has no heat rates. */
export function fuelCosts(unit: FuelFields, fuels: ReadonlyMap<string, Fuel>): CostFields {
  const { heat_rate_curve: heat, startup_fuel: starts, variable_om_usd_per_mwh: om = 0 } = unit;
  const fuel = fuels.get(unit.fuel ?? '');
  if (!fuel) return {};
  return {
    ...(heat && {
      cost_curve: heat.map(({ mw, mmbtu_per_h }) => ({ mw, usd_per_h: mmbtu_per_h * fuel.price + om * mw })),
    }),
    ...(starts && {
      startup_categories: starts.map(({ lag_h, mmbtu, usd }) => ({
        lag_h,
        cost_usd: mmbtu * fuel.price + usd,
      })),
    }),
    ...(fuel.co2 !== undefined && emissionFields(unit, fuel.co2)),
  };
}

/**
 * Emission fields of a unit. Emissions of a payload are linear in output and starts: the heat rate at full output
 * applies to all outputs, and the fuel of the coldest start to all starts. Emission rates stated by the unit take
 * precedence.
 */
function emissionFields(unit: FuelFields, co2: number): CostFields {
  const { heat_rate_curve: heat, startup_fuel: starts } = unit;
  const [full, coldest] = [heat?.at(-1), starts?.at(-1)];
  return {
    ...(full && full.mw > 0 && unit.co2_t_per_mwh === undefined
      ? { co2_t_per_mwh: (full.mmbtu_per_h / full.mw) * co2 }
      : {}),
    ...(coldest && unit.co2_t_per_start === undefined ? { co2_t_per_start: coldest.mmbtu * co2 } : {}),
  };
}
