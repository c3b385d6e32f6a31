/**
 * Makes the payload of a range of hours of a stored network. Series repeat until every hour has a value. Only the
 * requested hours are read, so that the payload of a day takes as little time with a year of series as with a day of
 * series.
 */
import { isWind, SPILL_OF } from '../../temporal/case/arithmetic/elements.ts';
import { withSeries } from '../../temporal/case/arithmetic/fields.ts';
import { outputLimits } from '../../temporal/case/arithmetic/output-limits.ts';
import type {
  NetworkContent,
  NetworkGenerator,
  NetworkRenewable,
} from '../../temporal/case/network-schema.ts';
import type { Generator, Renewable, SolvePayload, Storage } from '../../temporal/case/schema.ts';
import { fuelCosts, fuelsOf } from './fuel-costs.ts';
import { type LineOptions, payloadLines } from './network-lines.ts';
import { payloadReserves, spinningReserve } from './network-reserves.ts';
import { heldOff, networkOutages, type OutageOptions, unitOut } from './outages.ts';
import { type Hours, type HoursOf, hoursFrom } from './series-hours.ts';

export interface NetworkPayloadOptions extends LineOptions {
  /** Number of hours of the payload. */
  readonly horizon: number;
  /** First hour of the payload, as an hour of the series; default 0. */
  readonly firstHour?: number;
  /** Outages that the payload includes; outages before `solvedFrom` are ignored. Default: no outages. */
  readonly outages?: OutageOptions;
  /** Hours of the series whose mean fuel prices apply; default: all hours of the payload. */
  readonly pricedHours?: Hours;
  /** True if lines limit the dispatch. If false, all buses are merged into one, and there are no contingencies. */
  readonly withNetwork?: boolean;
  /** True to include the reserve products of the network, or spinning reserve if it has none. */
  readonly includeReserves?: boolean;
  /** Fuel prices, $/MMBtu, used instead of those of the network. */
  readonly fuelPrices?: Readonly<Record<string, number>> | undefined;
  /** Price of spilling must-take energy, $/MWh; if absent, such energy cannot be spilled. */
  readonly spillPrice?: number | undefined;
  /** Factor of all loads; default 1. The next field is the factor of available wind; default 1. */
  readonly loadScale?: number | undefined;
  readonly windScale?: number | undefined;
  /** Hours of the series whose actual values are used; all other hours have forecasts. */
  readonly known?: Hours | undefined;
}

export type NetworkData = Pick<NetworkContent, 'base_mva' | 'buses' | 'lines' | 'generators' | 'loads'> &
  Partial<NetworkContent>;

export function networkPayload(network: NetworkData, options: NetworkPayloadOptions): SolvePayload {
  const { horizon, firstHour = 0, withNetwork, includeReserves } = options;
  const { pricedHours = { first: firstHour, length: horizon } } = options;
  const hours = hoursFrom(firstHour, horizon);
  const fuels = fuelsOf(network, pricedHours, options.fuelPrices);
  const outages = networkOutages(network, { first: firstHour, length: horizon }, options.outages);
  const generators = network.generators.map((unit) =>
    unitOut(
      { ...toGenerator(unit, hours), ...fuelCosts(unit, fuels) },
      outages.get(unit.name) ?? [],
      horizon,
    ),
  );
  const { loadScale = 1, windScale = 1, spillPrice } = options;
  const actual = knownOf(hours, firstHour, options.known);
  const loads = network.loads.map(({ actual_values, ...load }) => ({
    ...withSeries('loads', load, hours),
    values: scaled(actual(load.values, actual_values), loadScale),
  }));
  const renewables = network.renewables?.map((item) =>
    toRenewable(item, { hours, came: actual }, isWind(item) ? windScale : 1),
  );
  const fixed = [...outages].flatMap(([name, out]) => heldOff(name, out));
  const reserves = network.reserves
    ? payloadReserves(network, hours)
    : [spinningReserve({ generators, loads, horizon })];
  return {
    generators,
    loads,
    horizon,
    ...(renewables && {
      renewables: [...renewables, ...spills(network.renewables ?? [], renewables, spillPrice)],
    }),
    ...(network.storage && { storage: network.storage.map((store) => toStorage(store, hours, firstHour)) }),
    ...demandSide(network, hours),
    ...(withNetwork && payloadLines(network, hours, options)),
    // Without any line, every bus is an island. An empty list of lines would mean a single bus, so the network option
    // is set.
    ...(withNetwork && !hasBranches(network) && { options: { network: true } }),
    ...(includeReserves && reserves.length > 0 && { reserves }),
    ...(fixed.length > 0 && { fixed_commitment: fixed }),
  };
}

/** Bids and demand response in some hours. */
const demandSide = (
  { bids, demand_response }: NetworkData,
  hours: HoursOf,
): Pick<SolvePayload, 'bids' | 'demand_response'> => ({
  ...(bids && { bids: bids.map((bid) => withSeries('bids', bid, hours)) }),
  ...(demand_response && {
    demand_response: demand_response.map((item) => withSeries('demand_response', item, hours)),
  }),
});

const hasBranches = ({ lines, dc_lines = [] }: NetworkData): boolean => lines.length + dc_lines.length > 0;

type KnownOf = (forecast: readonly number[], actual: readonly number[] | undefined) => number[];

const knownOf =
  (hours: HoursOf, firstHour: number, { first, length }: Hours = { first: 0, length: 0 }): KnownOf =>
  (forecast, actual) => {
    const expected = hours(forecast);
    if (!actual || length === 0) return expected;
    const isKnown = (t: number): boolean => firstHour + t >= first && firstHour + t < first + length;
    return hours(actual).map((mw, t) => (isKnown(t) ? mw : (expected[t] ?? mw)));
  };

/** Converts a unit of a network to a unit of a payload. Fields that only networks have are left out. */
function toGenerator(stored: NetworkGenerator, hours: HoursOf): Generator {
  const {
    type: _type,
    heat_rate_curve: _heat,
    variable_om_usd_per_mwh: _om,
    startup_fuel: _starts,
    maintenance: _maintenance,
    forced_outage_rate: _rate,
    mean_time_to_repair_h: _repair,
    p_max_profile: _available,
    p_min_profile: _least,
    energy_limits: _limits,
    ...unit
  } = stored;
  return withSeries('generators', { ...unit, ...outputLimits(stored) }, hours);
}

const scaled = (values: number[], factor: number): number[] =>
  factor === 1 ? values : values.map((mw) => mw * factor);

function toRenewable(
  stored: NetworkRenewable,
  { hours, came }: { readonly hours: HoursOf; readonly came: KnownOf },
  factor: number,
): Renewable {
  const { type: _type, fuel: _fuel, energy_limits: _limits, must_take, actual_p_max, ...item } = stored;
  const p_max = scaled(came(item.p_max, actual_p_max), factor);
  const least = scaled(hours(item.p_min ?? [0]), factor);
  // Must-take output cannot exceed the available output.
  const limited = () => least.map((mw, t) => Math.min(mw, p_max[t] ?? mw));
  const p_min = must_take ? p_max : actual_p_max ? limited() : least;
  return { ...withSeries('renewables', item, hours), p_min, p_max };
}

/**
 * Renewables with negative output, each of which absorbs must-take energy at its bus, at a price. A renewable with
 * must-take output in any hour gets one in every window, because all windows must have the same elements.
 */
const spills = (
  stored: readonly NetworkRenewable[],
  renewables: readonly Renewable[],
  price: number | undefined,
): Renewable[] =>
  renewables.flatMap(({ name, bus, p_min }, i) => {
    const { must_take, p_min: least = [] } = stored[i] ?? {};
    if (price === undefined || !(must_take || least.some((mw) => mw > 0))) return [];
    const none = p_min.map(() => 0);
    const all = p_min.map((mw) => -Math.max(0, mw));
    return [{ name: `${SPILL_OF}${name}`, bus, p_min: all, p_max: none, marginal_cost: -price }];
  });

const DAY_H = 24;

/** The day of a limit on cycles begins when a day of the series begins, as for energy budgets. */
const toStorage = (
  { type: _, energy_limits: _limits, ...storage }: NonNullable<NetworkContent['storage']>[number],
  hours: HoursOf,
  firstHour: number,
): Storage => ({
  ...withSeries('storage', storage, hours),
  ...(storage.max_cycles_per_day !== undefined && { day_hours_before: firstHour % DAY_H }),
});
