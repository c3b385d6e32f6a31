/**
 * Words for what a run does not take as a network says it. Series that repeat beside others that do not, such as a day's
 * profile under a year of load, may be meant or a mistake.
 */
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';

interface NamedSeries {
  readonly place: string;
  readonly length: number;
}

const MOST_NAMED = 3;

/** `hours`: of the series that a run reads. */
export function networkWarnings(network: NetworkContent, hours: number): string[] {
  // One value is a constant.
  const series = seriesOf(network).filter(({ length }) => length > 1);
  const longest = series.reduce((most, { length }) => Math.max(most, length), 0);
  const short = series.filter(({ length }) => length < Math.min(hours, longest));
  if (short.length === 0) return [];
  const named = short.slice(0, MOST_NAMED).map(({ place, length }) => `${place} (${length})`);
  const others = short.length > named.length ? ` and ${short.length - named.length} more` : '';
  return [`Series of fewer values than the ${longest} of others repeat: ${named.join(', ')}${others}`];
}

function seriesOf({ loads, generators, renewables = [], reserves = [] }: NetworkContent): NamedSeries[] {
  const named = (place: string, series: number | readonly number[] | undefined): NamedSeries[] =>
    typeof series === 'object' ? [{ place, length: series.length }] : [];
  return [
    ...loads.flatMap(({ bus, values }) => named(`load at bus ${bus}`, values)),
    ...generators.flatMap(({ name, p_max_profile, p_min_profile }) => [
      ...named(`p_max_profile of ${name}`, p_max_profile),
      ...named(`p_min_profile of ${name}`, p_min_profile),
    ]),
    ...renewables.flatMap(({ name, p_max, p_min }) => [
      ...named(`p_max of ${name}`, p_max),
      ...named(`p_min of ${name}`, p_min),
    ]),
    ...reserves.flatMap(({ name, mw }) => named(`mw of ${name}`, mw)),
  ];
}
