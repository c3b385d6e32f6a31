/**
 * Context for reading the sections of a UnitCommitment.jl file: parameters and bus numbers. Ramps and costs in a file
 * are per step. Values in hours or MWh are converted to steps too (`inSteps`), and at the end the whole payload is
 * converted to hours (temporal/case/arithmetic/per-interval.ts).
 */
import { intervalsPerHour } from '../../../temporal/case/arithmetic/intervals.ts';
import { longestHorizon } from '../../../temporal/case/checks/problem.ts';
import { INTERVAL_MINUTES, type SolvePayload } from '../../../temporal/case/schema.ts';
import type { JsonObject } from '../base/json-object.ts';
import { checkHorizon } from '../base/report.ts';

type IntervalMinutes = NonNullable<SolvePayload['interval_minutes']>;

interface Parameters {
  readonly interval: IntervalMinutes;
  /** Number of steps in the horizon. */
  readonly periods: number;
  /** Penalty of unserved load, $/MW per step. */
  readonly balancePenalty: number;
  /** Penalty of a reserve shortage in version 0.2, $/MW per step; a negative value means a hard limit. */
  readonly reservePenalty: number;
}

const NEWEST = 0.5;
const DEFAULT_BALANCE_PENALTY = 1000;
/** Names of the field for the horizon: at present, and before version 0.3. */
const HORIZON_H = ['Time horizon (h)', 'Time (h)'];

/** Reads the section `Parameters` in any version of the format. */
export function readParameters(section: JsonObject, maxHorizon: number): Parameters {
  const version = Number(section.value('Version') ?? 0);
  if (!(version <= NEWEST))
    section.change('warning', 'version', `Read as version ${NEWEST} of the format`, 'Version');
  const interval = readInterval(section);
  for (const field of ['Scenario name', 'Scenario weight'])
    if (section.has(field)) section.drop('info', 'scenario', 'One scenario is the whole problem', field);
  const parameters = {
    interval,
    periods: readPeriods(section, interval, maxHorizon),
    balancePenalty: section.number('Power balance penalty ($/MW)', DEFAULT_BALANCE_PENALTY),
    reservePenalty: section.number('Reserve shortfall penalty ($/MW)', -1),
  };
  return parameters;
}

function readInterval(section: JsonObject): IntervalMinutes {
  const field = 'Time step (min)';
  const stated = section.number(field, 60);
  const interval = INTERVAL_MINUTES.find((minutes) => minutes === stated);
  if (interval === undefined) section.refuse(field, 'Should be 5, 15, 30, 60, 120 or 180');
  return interval;
}

function readPeriods(section: JsonObject, interval: IntervalMinutes, maxHorizon: number): number {
  const field = HORIZON_H.find((name) => section.has(name)) ?? 'Time horizon (min)';
  const length = section.number(field);
  const periods = (field.endsWith('(min)') ? length : length * 60) / interval;
  const most = longestHorizon(maxHorizon, { interval_minutes: interval });
  const what = interval === 60 ? 'hours' : `intervals of ${interval} min`;
  checkHorizon(periods, most, [...section.path, field], what);
  return periods;
}

export interface CaseContext {
  /** Number of steps. */
  readonly periods: number;
  /** Steps in an hour. */
  readonly perHour: number;
  /** Number of a bus of the file. */
  busNumber(name: string): number;
  /** Number of the bus in a field; throws `ImportError` for an unknown bus. */
  busOf(object: JsonObject, field: string): number;
  /** Reads a time, h, and converts it to steps; `fallback`: h. */
  stepsOf(object: JsonObject, field: string, fallback?: number): number;
}

export function createContext(
  root: JsonObject,
  buses: readonly string[],
  { periods, interval }: Parameters,
): CaseContext {
  const perHour = intervalsPerHour({ interval_minutes: interval });
  const numbers = busNumbers(buses);
  if (buses.some((name) => trailingNumber(name) !== numbers.get(name)))
    root.change('info', 'bus_numbers', 'Buses are numbered in the order of the file', 'Buses');
  return {
    periods,
    perHour,
    busNumber: (name) => numbers.get(name) ?? 0,
    busOf(object, field) {
      const name = object.text(field);
      return numbers.get(name) ?? object.refuse(field, `Unknown bus '${name}'`);
    },
    // A whole number of hours stays a whole number of steps. Other times are rounded by the solve, which reports it.
    stepsOf: (object, field, fallback) =>
      perHour === 1 ? object.integer(field, fallback) : object.number(field, fallback) * perHour,
  };
}

/** Bus name -> number: `b12` is bus 12, unless two names end in the same number or a name has no number. */
export function busNumbers(names: readonly string[]): ReadonlyMap<string, number> {
  const numbers = names.map(trailingNumber);
  const isUsable = numbers.every(Number.isSafeInteger) && new Set(numbers).size === names.length;
  return new Map(names.map((name, b) => [name, (isUsable ? numbers[b] : undefined) ?? b + 1]));
}

const trailingNumber = (name: string): number => Number(/(?<!\d)\d+$/.exec(name)?.[0] ?? Number.NaN);

/** Reads a field that may vary by hour as one number: the strictest of its values. */
export function steady(
  object: JsonObject,
  name: string,
  { periods }: CaseContext,
  strictest: 'least' | 'largest',
  fallback?: number,
): number {
  const values = object.series(name, periods, fallback);
  const value = strictest === 'least' ? Math.min(...values) : Math.max(...values);
  if (values.some((other) => other !== value)) {
    const message = `'${name}' does not vary with the hour here: the ${strictest} value holds in all hours`;
    object.change('warning', 'time_series', message, name);
  }
  return value;
}
