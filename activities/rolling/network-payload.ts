/**
 * A stored network -> what to solve in some of its hours. Series repeat until every hour has a value; only the hours asked
 * for are read, so that a day costs the same of a network with a day of series and of one with a year.
 */
import { isWind, SPILL_OF } from '../../temporal/case/arithmetic/elements.ts';
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';
import type { NetworkGenerator, NetworkRenewable } from '../../temporal/case/messages/network-units.ts';
import type { SolvePayload } from '../../temporal/case/messages/payload.ts';
import type { Renewable, Storage } from '../../temporal/case/messages/resources.ts';
import { fuelCosts, fuelsOf } from './fuel-costs.ts';
import { type LineOptions, payloadLines } from './network-lines.ts';
import { payloadReserves, spinningReserve } from './network-reserves.ts';
import { heldOff, networkOutages, type OutageOptions, unitOut } from './outages.ts';
import { type Hours, type HoursOf, hoursFrom } from './series-hours.ts';

export interface NetworkPayloadOptions extends LineOptions {
  /** h. */
  readonly horizon: number;
  /** First hour in those of the series, default 0. */
  readonly firstHour?: number;
  /** Hour of the payload before which nothing is solved, and no outage counts; default 0. */
  readonly outages?: OutageOptions;
  /** Hours of the series whose fuel prices count, default all of the payload. */
  readonly pricedHours?: Hours;
  /** Lines limit the dispatch; without them all buses are one, and nothing is secured against their loss. */
  readonly withNetwork?: boolean;
  /** The products of the network, or one of spinning reserve when it names none. */
  readonly includeReserves?: boolean;
  /** $/MMBtu, in place of those of the network. */
  readonly fuelPrices?: Readonly<Record<string, number>> | undefined;
  /** What a MWh costs that must be taken and is spilled instead; absent = it is taken, $/MWh. */
  readonly spillPrice?: number | undefined;
  /** Factors of all loads, and of what wind can give; default 1. */
  readonly loadScale?: number | undefined;
  readonly windScale?: number | undefined;
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
  const loads = network.loads.map((load) => ({ ...load, values: scaled(hours(load.values), loadScale) }));
  const renewables = network.renewables?.map((item) =>
    toRenewable(item, hours, isWind(item) ? windScale : 1),
  );
  const fixed = [...outages].flatMap(([name, out]) => heldOff(name, out));
  const reserves = network.reserves
    ? payloadReserves(network, hours)
    : [spinningReserve({ generators, loads, horizon })];
  return {
    generators,
    loads,
    horizon,
    ...(renewables && { renewables: withSpills(renewables, spillPrice) }),
    ...(network.storage && { storage: network.storage.map(toStorage) }),
    ...(withNetwork && payloadLines(network, options)),
    ...(includeReserves && reserves.length > 0 && { reserves }),
    ...(fixed.length > 0 && { fixed_commitment: fixed }),
  };
}

/** Without what only a network has of a unit. */
function toGenerator(stored: NetworkGenerator, hours: HoursOf): Generator {
  const {
    type: _type,
    heat_rate_curve: _heat,
    variable_om_usd_per_mwh: _om,
    startup_fuel: _starts,
    maintenance: _maintenance,
    forced_outage_rate: _rate,
    mean_time_to_repair_h: _repair,
    ...unit
  } = stored;
  const { p_max_profile, p_min_profile } = unit;
  return {
    ...unit,
    ...(p_max_profile && { p_max_profile: hours(p_max_profile) }),
    ...(p_min_profile && { p_min_profile: hours(p_min_profile) }),
  };
}

const scaled = (values: number[], factor: number): number[] =>
  factor === 1 ? values : values.map((mw) => mw * factor);

function toRenewable(
  { name, bus, must_take, marginal_cost, ...series }: NetworkRenewable,
  hours: HoursOf,
  factor: number,
): Renewable {
  const p_max = scaled(hours(series.p_max), factor);
  const p_min = must_take ? p_max : scaled(hours(series.p_min ?? [0]), factor);
  return { name, bus, p_min, p_max, ...(marginal_cost !== undefined && { marginal_cost }) };
}

const withSpills = (renewables: readonly Renewable[], price: number | undefined): Renewable[] =>
  price === undefined ? [...renewables] : [...renewables, ...spills(renewables, price)];

/** What takes away again what a renewable must give, at a price: an output below zero at the same bus. */
const spills = (renewables: readonly Renewable[], price: number): Renewable[] =>
  renewables
    .filter(({ p_min }) => p_min.some((mw) => mw > 0))
    .map(({ name, bus, p_min }) => ({
      name: `${SPILL_OF}${name}`,
      bus,
      p_min: p_min.map((mw) => -Math.max(0, mw)),
      p_max: p_min.map(() => 0),
      marginal_cost: -price,
    }));

const toStorage = ({ type: _, ...storage }: NonNullable<NetworkContent['storage']>[number]): Storage =>
  storage;
