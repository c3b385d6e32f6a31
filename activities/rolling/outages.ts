/**
 * Outages, planned and drawn: a unit that is out is off and can give nothing, whatever else is said of it. One that the hour before
 * leaves running higher than it may stop from begins off, as if it had been taken out in time.
 */
import {
  hourOfDate,
  type SeriesCalendar,
  seriesCalendar,
} from '../../temporal/case/arithmetic/series-calendar.ts';
import type { Generator } from '../../temporal/case/messages/generator.ts';
import type { NetworkContent } from '../../temporal/case/messages/network-record.ts';
import type { NetworkGenerator } from '../../temporal/case/messages/network-units.ts';
import type { FixedCommitment, SolvePayload } from '../../temporal/case/messages/payload.ts';
import { canStopAtOnce } from './carried-unit.ts';
import { forcedOutages, isOut, type Span } from './forced-outages.ts';
import type { Hours } from './series-hours.ts';

export interface OutageOptions {
  /** First hour with outages. */
  readonly solvedFrom?: number | undefined;
  /** Draws forced outages; absent = there are none. */
  readonly seed?: number | undefined;
}

/** Unit -> the hours in which it is out, counted from the first one; only units with one. */
export function networkOutages(
  network: Pick<NetworkContent, 'generators' | 'series_start' | 'time_zone'>,
  { first, length }: Hours,
  { solvedFrom = 0, seed }: OutageOptions = {},
): ReadonlyMap<string, readonly number[]> {
  const calendar = seriesCalendar(network);
  const hours = Array.from({ length }, (_, t) => t).filter((t) => t >= solvedFrom);
  const outages = network.generators.map((unit): [string, number[]] => {
    const planned = calendar ? plannedSpans(unit, calendar) : [];
    const forced = seed === undefined ? [] : forcedOutages(unit, seed, first + length);
    return [unit.name, hours.filter((t) => isTouched(planned, first + t) || isOut(forced, first + t))];
  });
  return new Map(outages.filter(([, out]) => out.length > 0));
}

const plannedSpans = ({ maintenance = [] }: NetworkGenerator, calendar: SeriesCalendar): Span[] =>
  maintenance.map(({ from, to }) => ({ from: hourOfDate(calendar, from), to: hourOfDate(calendar, to) }));

const isTouched = (spans: readonly Span[], hour: number): boolean =>
  spans.some(({ from, to }) => hour + 1 > from && hour < to);

/** What a payload says of a unit that is out in these hours. */
export function unitOut(unit: Generator, out: readonly number[], horizon: number): Generator {
  if (out.length === 0) return unit;
  const hours = new Set(out);
  const without = (given: readonly number[] | undefined, constant: number): number[] =>
    Array.from({ length: horizon }, (_, t) => (hours.has(t) ? 0 : (given?.[t] ?? constant)));
  return {
    ...unit,
    p_max_profile: without(unit.p_max_profile, unit.p_max),
    p_min_profile: without(unit.p_min_profile, unit.p_min),
    must_run: false,
  };
}

export const heldOff = (generator: string, out: readonly number[]): FixedCommitment[] =>
  out.map((hour) => ({ generator, hour, on: false }));

/**
 * A window whose units can all obey their outages: the minimum up time gives way, and what cannot stop in time begins off.
 * `outages`: hours of the window in which a unit is out.
 */
export const begunForOutages = (
  payload: SolvePayload,
  outages: ReadonlyMap<string, readonly number[]>,
): SolvePayload =>
  outages.size === 0
    ? payload
    : { ...payload, generators: payload.generators.map((unit) => begun(unit, outages.get(unit.name)?.[0])) };

function begun(unit: Generator, firstOut: number | undefined): Generator {
  if (firstOut === undefined || unit.initial_status <= 0) return unit;
  if (firstOut === 0 && !canStopAtOnce(unit)) return { ...unit, initial_status: -1, initial_power_mw: 0 };
  return { ...unit, initial_status: Math.max(unit.initial_status, unit.min_uptime - firstOut) };
}
