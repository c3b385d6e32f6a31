/**
 * Words for what a run does not take as a network says it. Series that repeat beside others that do not, such as a day's
 * profile under a year of load, may be meant or a mistake.
 */
import { longestSeries, seriesOf } from '../../temporal/case/arithmetic/fields.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';

const MOST_NAMED = 3;

/** `hours`: of the series that a run reads. */
export function networkWarnings(network: NetworkContent, hours: number): string[] {
  // One value is a constant.
  const series = [...seriesOf('network', network)].filter(({ values }) => values.length > 1);
  const longest = longestSeries(network);
  const short = series.filter(
    ({ values, actualOf }) => !actualOf && values.length < Math.min(hours, longest),
  );
  if (short.length === 0) return [];
  const named = short.slice(0, MOST_NAMED).map(({ field, element, values }) => {
    const place =
      'name' in element ? `${field} of ${element.name}` : `load at bus ${Reflect.get(element, 'bus')}`;
    return `${place} (${values.length})`;
  });
  const others = short.length > named.length ? ` and ${short.length - named.length} more` : '';
  return [`Series of fewer values than the ${longest} of others repeat: ${named.join(', ')}${others}`];
}
