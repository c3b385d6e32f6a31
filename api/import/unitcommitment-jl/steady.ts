/** A field that may vary with the hour, for a payload where it cannot: the strictest value holds in all hours. */
import type { JsonObject } from '../json-object.ts';
import type { CaseContext } from './case-context.ts';

export function steady(
  object: JsonObject,
  name: string,
  { periods, report }: CaseContext,
  strictest: 'least' | 'largest',
  fallback?: number,
): number {
  const values = object.series(name, periods, fallback);
  const value = strictest === 'least' ? Math.min(...values) : Math.max(...values);
  if (values.some((other) => other !== value)) {
    const message = `'${name}' does not vary with the hour here: the ${strictest} value holds in all hours`;
    report.change('warning', 'time_series', message, [...object.path, name]);
  }
  return value;
}
