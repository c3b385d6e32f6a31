/**
 * Reserve products of a network as parts of a payload: conditions on location and type become lists of provider names.
 */
import { withSeries } from '../../temporal/case/arithmetic/fields.ts';
import { availableAt } from '../../temporal/case/arithmetic/output-limits.ts';
import type { NetworkContent } from '../../temporal/case/network-schema.ts';
import type { Reserve, SolvePayload } from '../../temporal/case/schema.ts';
import type { HoursOf } from './series-hours.ts';

type ReserveData = Pick<NetworkContent, 'buses' | 'generators'> &
  Pick<Partial<NetworkContent>, 'renewables' | 'storage' | 'reserves'>;
type NetworkReserve = NonNullable<NetworkContent['reserves']>[number];

export const payloadReserves = (network: ReserveData, hours: HoursOf): Reserve[] =>
  (network.reserves ?? []).map(({ areas, provider_types, providers: listed, ...product }) => {
    const providers = providersOf(network, { areas, provider_types, providers: listed });
    return { ...withSeries('reserves', product, hours), ...(providers && { providers }) };
  });

/**
 * Names of the providers that satisfy every condition; undefined without conditions, which means all generators.
 * Storage and renewables qualify only if the product lists their names or types.
 */
function providersOf(
  { buses, generators, renewables = [], storage = [] }: ReserveData,
  { areas, provider_types, providers }: Pick<NetworkReserve, 'areas' | 'provider_types' | 'providers'>,
): string[] | undefined {
  if (!areas && !provider_types && !providers) return undefined;
  const areaOf = new Map(buses.map(({ id, area }) => [id, area]));
  const candidates = provider_types || providers ? [...generators, ...renewables, ...storage] : generators;
  const passes = <T>(list: readonly T[] | undefined, value: T | undefined): boolean =>
    list === undefined || (value !== undefined && list.includes(value));
  return candidates
    .filter(
      ({ name, bus, type }) =>
        passes(providers, name) && passes(provider_types, type) && passes(areas, areaOf.get(bus)),
    )
    .map(({ name }) => name);
}

/** Spinning reserve of a network without reserve products: the larger of 5 % of the load and the largest unit. */
const LOAD_SHARE = 0.05;
/**
 * Penalty of a reserve shortage, $/MWh. It is below usual values of lost load, so that reserve is reduced first and a
 * small system stays feasible.
 */
const PENALTY_USD_PER_MWH = 1000;

export function spinningReserve(payload: Pick<SolvePayload, 'generators' | 'horizon' | 'loads'>): Reserve {
  const { generators, horizon, loads } = payload;
  const mw = Array.from({ length: horizon }, (_, t) => {
    const load = loads.reduce((sum, { values }) => sum + (values[t] ?? 0), 0);
    const largest = generators.reduce((most, unit) => Math.max(most, availableAt(unit, t)), 0);
    return Math.max(LOAD_SHARE * load, largest);
  });
  return { name: 'spinning', mw, penalty_usd_per_mwh: PENALTY_USD_PER_MWH };
}
