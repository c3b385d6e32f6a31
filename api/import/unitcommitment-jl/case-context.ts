/** What every section of a UnitCommitment.jl file is read against. */

import { ImportError } from '../import-error.ts';
import type { Place, ReportBuilder } from '../import-report.ts';
import type { JsonObject } from '../json-object.ts';

export interface CaseContext {
  /** Number of hours. */
  readonly periods: number;
  readonly report: ReportBuilder;
  /** Number of a bus of the file. */
  busNumber(name: string): number;
  /** Number of the bus that a field names; throws `ImportError` for an unknown one. */
  busOf(object: JsonObject, field: string): number;
}

export function createContext(
  buses: readonly string[],
  periods: number,
  report: ReportBuilder,
  path: Place,
): CaseContext {
  const numbers = busNumbers(buses);
  if (buses.some((name) => trailingNumber(name) !== numbers.get(name)))
    report.change('info', 'bus_numbers', 'Buses are numbered in the order of the file', path);
  return {
    periods,
    report,
    busNumber: (name) => numbers.get(name) ?? 0,
    busOf(object, field) {
      const name = object.text(field);
      const number = numbers.get(name);
      if (number === undefined) throw new ImportError([...object.path, field], `Unknown bus '${name}'`);
      return number;
    },
  };
}

/** `b12` is bus 12, unless two buses end in the same number or one in none. */
function busNumbers(names: readonly string[]): ReadonlyMap<string, number> {
  const own = names.map(trailingNumber);
  const isUsable = own.every(Number.isSafeInteger) && new Set(own).size === names.length;
  return new Map(names.map((name, b) => [name, (isUsable ? own[b] : undefined) ?? b + 1]));
}

const trailingNumber = (name: string): number => Number(/\d+$/.exec(name)?.[0] ?? Number.NaN);
