/**
 * What every section of a UnitCommitment.jl file is read with: steps, bus numbers, and the report. Ramps and costs of a file
 * are those of a step, and what is in hours or MWh is read in steps as well (`inSteps`): in the end the payload is said by the
 * hour (temporal/case/arithmetic/intervals.ts).
 */
import { ImportError } from '../base/import-error.ts';
import type { JsonObject } from '../base/json-object.ts';
import type { Place, ReportBuilder } from '../base/report.ts';

export interface CaseContext {
  /** Number of steps. */
  readonly periods: number;
  /** Steps in an hour. */
  readonly perHour: number;
  readonly report: ReportBuilder;
  /** Number of a bus of the file. */
  busNumber(name: string): number;
  /** Number of the bus that a field names; throws `ImportError` for an unknown one. */
  busOf(object: JsonObject, field: string): number;
  /** A time in steps; `fallback`: h. */
  stepsOf(object: JsonObject, field: string, fallback?: number): number;
}

export function createContext(
  buses: readonly string[],
  periods: number,
  perHour: number,
  report: ReportBuilder,
  path: Place,
): CaseContext {
  const numbers = busNumbers(buses);
  if (buses.some((name) => trailingNumber(name) !== numbers.get(name)))
    report.change('info', 'bus_numbers', 'Buses are numbered in the order of the file', path);
  return {
    periods,
    perHour,
    report,
    busNumber: (name) => numbers.get(name) ?? 0,
    busOf(object, field) {
      const name = object.text(field);
      const number = numbers.get(name);
      if (number === undefined) throw new ImportError([...object.path, field], `Unknown bus '${name}'`);
      return number;
    },
    // Whole hours are whole in any step; of others the solve says what becomes of them.
    stepsOf: (object, field, fallback) =>
      perHour === 1 ? object.integer(field, fallback) : object.number(field, fallback) * perHour,
  };
}

/** `b12` is bus 12, unless two buses end in the same number or one in none. */
function busNumbers(names: readonly string[]): ReadonlyMap<string, number> {
  const own = names.map(trailingNumber);
  const isUsable = own.every(Number.isSafeInteger) && new Set(own).size === names.length;
  return new Map(names.map((name, b) => [name, (isUsable ? own[b] : undefined) ?? b + 1]));
}

const trailingNumber = (name: string): number => Number(/(?<!\d)\d+$/.exec(name)?.[0] ?? Number.NaN);

/** A field that may vary with the hour, for a payload where it cannot: the strictest value holds in all hours. */
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
