/** What a network is, in the few figures that a run is chosen by (pure). */
import { clockOf, fullDate } from '../parts/dates.ts';

interface Listed {
  readonly buses?: readonly unknown[];
  readonly lines?: readonly unknown[];
  readonly dc_lines?: readonly unknown[];
  readonly generators?: readonly { readonly p_max: number }[];
  readonly renewables?: readonly { readonly p_max: readonly number[] }[];
  readonly storage?: readonly unknown[];
  readonly loads?: readonly { readonly values: readonly number[] }[];
  readonly series_start?: string;
}

export interface NetworkSummary {
  readonly buses: number;
  readonly lines: number;
  readonly units: number;
  /** Of generators, MW. */
  readonly capacity: number;
  readonly renewables: number;
  readonly storage: number;
  /** Of the longest series; those that are shorter repeat. */
  readonly hours: number;
  /** First and last day of the series, `2020-07-01`; undefined without a date. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

const HOUR_MS = 3_600_000;
const dateOf = (clock: number): string => new Date(clock).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** `text`: of a network, JSON. */
export function summaryOf(text: string): NetworkSummary {
  const network: Listed = JSON.parse(text);
  const { buses = [], lines = [], dc_lines = [], generators = [], renewables = [], storage = [] } = network;
  const series = [...(network.loads ?? []).map(({ values }) => values), ...renewables.map((of) => of.p_max)];
  const hours = series.reduce((most, { length }) => Math.max(most, length), 0);
  const first = clockOf(network.series_start);
  return {
    buses: buses.length,
    lines: lines.length + dc_lines.length,
    units: generators.length,
    capacity: generators.reduce((sum, { p_max }) => sum + p_max, 0),
    renewables: renewables.length,
    storage: storage.length,
    hours,
    from: first === undefined ? undefined : dateOf(first),
    to: first === undefined || hours === 0 ? undefined : dateOf(first + (hours - 1) * HOUR_MS),
  };
}

/** `1 Jan 2020 to 31 Dec 2020` */
export const datesOf = ({ from, to }: Pick<NetworkSummary, 'from' | 'to'>): string =>
  from === undefined ? 'without dates' : `${fullDate(from)} to ${fullDate(to)}`;
