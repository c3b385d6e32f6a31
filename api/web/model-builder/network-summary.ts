/** What a network is, in the few figures that a run is chosen by (pure). */
import { clockOf, fullDate } from '../parts/dates.ts';

export interface NetworkSummary {
  /** How many elements there are of each list that has some. */
  readonly counts: readonly (readonly [name: string, count: number])[];
  /** Hours of the longest series; shorter ones repeat. */
  readonly hours: number;
  /** First and last day of the series, `2020-07-01`; undefined without a date. */
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

/** `text`: of a network, JSON. */
export function summaryOf(text: string): NetworkSummary {
  const network: Listed = JSON.parse(text);
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

/** `1 Jan 2020 to 31 Dec 2020` */
export const datesOf = ({ from, to }: Pick<NetworkSummary, 'from' | 'to'>): string =>
  from === undefined ? 'without dates' : `${fullDate(from)} to ${fullDate(to)}`;
