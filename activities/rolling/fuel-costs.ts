/**
 * Heat rates, fuel prices and the carbon of fuels -> costs and emissions of a unit in a payload. A payload has one cost
 * curve for all its hours, so that a price that changes within them counts with its mean, in a window over the hours that are kept.
 */
import { monthOfHour, seriesCalendar } from '../../temporal/case/arithmetic/series-calendar.ts';
import type { NetworkContent, NetworkGenerator } from '../../temporal/case/network-schema.ts';
import type { Generator } from '../../temporal/case/schema.ts';
import type { Hours } from './series-hours.ts';

type FuelData = Pick<Partial<NetworkContent>, 'fuels' | 'series_start' | 'time_zone'>;
type StoredFuel = NonNullable<NetworkContent['fuels']>[number];

interface Fuel {
  /** $/MMBtu */
  readonly price: number;
  /** t/MMBtu */
  readonly co2: number | undefined;
}

/** A list of so many prices has one for each month of a year. */
const MONTHS = 12;

/** `prices`: $/MMBtu, in place of those of the network. */
export function fuelsOf(
  network: FuelData,
  { first, length }: Hours,
  prices: Readonly<Record<string, number>> = {},
): ReadonlyMap<string, Fuel> {
  const calendar = seriesCalendar(network);
  const hours = Array.from({ length }, (_, t) => first + t);
  const mean = ({ price_usd_per_mmbtu: given }: StoredFuel): number => {
    if (typeof given === 'number') return given;
    const monthly = given.length === MONTHS && calendar !== undefined;
    const positionOf = (hour: number): number =>
      monthly ? monthOfHour(calendar, hour) % MONTHS : hour % given.length;
    return hours.reduce((sum, hour) => sum + (given[positionOf(hour)] ?? 0), 0) / length;
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

/** Fields that take the place of those of the unit; none for one without heat rates. */
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
 * A payload's emissions are linear in output and starts: the heat rate is that of the largest output, and the fuel that of
 * the coldest start. What the unit says itself holds.
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
