/**
 * A stored network -> what to solve in some of its hours. Series repeat until every hour has a value; only the hours asked
 * for are read, so that a day costs the same of a network with a day of series and of one with a year.
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
  /** Hours of the series of which it is known what came; in others it is what was forecast. */
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
  const came = knownOf(hours, firstHour, options.known);
  const loads = network.loads.map(({ actual_values, ...load }) => ({
    ...withSeries('loads', load, hours),
    values: scaled(came(load.values, actual_values), loadScale),
  }));
  const renewables = network.renewables?.map((item) =>
    toRenewable(item, { hours, came }, isWind(item) ? windScale : 1),
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
    ...(network.storage && { storage: network.storage.map((store) => toStorage(store, hours)) }),
    ...(withNetwork && payloadLines(network, hours, options)),
    // Without any branch its buses are islands all the same, which no list of branches can say.
    ...(withNetwork && !hasBranches(network) && { options: { network: true } }),
    ...(includeReserves && reserves.length > 0 && { reserves }),
    ...(fixed.length > 0 && { fixed_commitment: fixed }),
  };
}

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
    p_max_profile: _available,
    p_min_profile: _least,
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
  // What must be taken is no more than what came.
  const limited = () => least.map((mw, t) => Math.min(mw, p_max[t] ?? mw));
  const p_min = must_take ? p_max : actual_p_max ? limited() : least;
  return { ...withSeries('renewables', item, hours), p_min, p_max };
}

/**
 * What takes away again what a renewable must give, at a price: an output below zero at the same bus. One that must give in some
 * hour has it in every window, be its own hours without: they all have the same elements.
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

const toStorage = (
  { type: _, ...storage }: NonNullable<NetworkContent['storage']>[number],
  hours: HoursOf,
): Storage => withSeries('storage', storage, hours);
