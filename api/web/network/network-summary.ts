/** Key figures and drawing of a stored network (pure). */
import type { Reply } from '../../client/client.ts';
import { clockOf, fullDate } from '../../client/dates.ts';
import { caseNetwork } from './case-network.ts';
import type { Network } from './scene.ts';

export interface NetworkSummary {
  /** List of elements -> number of elements; empty lists are omitted. */
  readonly counts: readonly (readonly [name: string, count: number])[];
  /** Length of the longest series, h; shorter series are repeated. */
  readonly hours: number;
  /** First day of the series, `2020-07-01`. The next field: last day. Both are undefined without dates. */
  readonly from?: string;
  readonly to?: string;
}

const LISTS = {
  buses: 'Buses',
  lines: 'Lines',
  dc_lines: 'DC lines',
  generators: 'Units',
  renewables: 'Renewables',
  storage: 'Storage',
} as const;
type Lists = { readonly [List in keyof typeof LISTS]?: readonly unknown[] };

interface Listed extends Lists {
  readonly renewables?: readonly { readonly p_max: readonly number[] }[];
  readonly loads?: readonly { readonly values: readonly number[] }[];
  readonly series_start?: string;
}

const HOUR_MS = 3_600_000;
const dateOf = (clock: number): string => new Date(clock).toISOString().slice(0, 'YYYY-MM-DD'.length);

type Stored = Reply<'getNetworksByNetworkId'>;

export interface ReadNetwork extends NetworkSummary {
  readonly about: Pick<Stored, 'name' | 'owner' | 'description' | 'source' | 'license'>;
  readonly drawn: Network;
}

/** Summarizes a network. `network`: reply of the server, with all series. */
export function readNetwork(network: Stored): ReadNetwork {
  const { name, owner, description, source, license, buses } = network;
  const places = new Map(buses.map(({ id, ...place }) => [String(id), place]));
  const transmission_lines = network.lines.map(({ rating_mw_profile: hourly, ...line }) => ({
    ...line,
    rating_mw: hourly ?? line.s_nom_mva,
  }));
  return {
    ...summaryOf(network),
    about: { name, owner, description, source, license },
    drawn: caseNetwork({ ...network, transmission_lines }, [...places.keys()], places),
  };
}

export function summaryOf(network: Listed): NetworkSummary {
  const { loads = [], renewables = [], series_start } = network;
  const series = [...loads.map(({ values }) => values), ...renewables.map(({ p_max }) => p_max)];
  const hours = Math.max(0, ...series.map(({ length }) => length));
  const first = clockOf(series_start);
  const names = Object.keys(LISTS) as (keyof typeof LISTS)[];
  return {
    counts: names.flatMap((name) => (network[name]?.length ? [[LISTS[name], network[name].length]] : [])),
    hours,
    ...(first !== undefined && { from: dateOf(first), to: dateOf(first + (hours - 1) * HOUR_MS) }),
  };
}

/** Dates of the series: `1 Jan 2020 to 31 Dec 2020`. */
export const datesOf = ({ from, to }: Pick<NetworkSummary, 'from' | 'to'>): string =>
  from === undefined ? 'without dates' : `${fullDate(from)} to ${fullDate(to)}`;
