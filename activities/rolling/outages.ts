/**
 * Planned outages, forced outages drawn by a seed, and outages that follow from series. A unit that is out of service
 * is off, whatever its other fields say. If its output before the window is above its shutdown limit, it starts the
 * window off, as if it had been ramped down in time.
 */

import { createHash } from 'node:crypto';
import { withSeries } from '../../temporal/case/arithmetic/fields.ts';
import {
  availableAt,
  isUnavailable,
  minimumAt,
  outputLimits,
  ratedOf,
} from '../../temporal/case/arithmetic/output-limits.ts';
import { isList, valueAt } from '../../temporal/case/arithmetic/series.ts';
import {
  hourOfDate,
  type SeriesCalendar,
  seriesCalendar,
} from '../../temporal/case/arithmetic/series-calendar.ts';
import type { NetworkContent, NetworkGenerator } from '../../temporal/case/network-schema.ts';
import type { FixedCommitment, Generator, SolvePayload } from '../../temporal/case/schema.ts';
import { canStopAtOnce } from './carried-state.ts';
import { type Hours, hoursFrom } from './series-hours.ts';

export interface OutageOptions {
  /** First hour of the range whose outages count; outages in earlier hours are ignored. */
  readonly solvedFrom?: number | undefined;
  /** Seed of forced outages; if absent, there are none. */
  readonly seed?: number | undefined;
}

/** Unit -> hours in which it is out of service, counted from `first`; contains only units with an outage. */
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
    const isShort = shortHours(unit);
    const isOff = (hour: number) => isTouched(planned, hour) || isOut(forced, hour) || isShort(hour);
    return [unit.name, hours.filter((t) => isOff(first + t))];
  });
  return new Map(outages.filter(([, out]) => out.length > 0));
}

const plannedSpans = ({ maintenance = [] }: NetworkGenerator, calendar: SeriesCalendar): Span[] =>
  maintenance.map(({ from, to }) => ({ from: hourOfDate(calendar, from), to: hourOfDate(calendar, to) }));

const isTouched = (spans: readonly Span[], hour: number): boolean =>
  spans.some(({ from, to }) => hour + 1 > from && hour < to);

/**
 * Returns a function that is true for hours of the series in which less than Pmin is available. It is always false for
 * a unit that must run, or that has less than Pmin in every hour. Limits that contradict each other in every hour are
 * reported by the checks of the payload.
 */
function shortHours(unit: NetworkGenerator): (hour: number) => boolean {
  const limits = outputLimits(unit);
  const length = Math.max(...[limits.p_max, limits.p_min].map((mw) => (isList(mw) ? mw.length : 0)));
  const isShort = (hour: number): boolean => {
    const { must_run, ...inHour } = withSeries(
      'generators',
      { ...limits, must_run: unit.must_run },
      hoursFrom(hour, 1),
    );
    return isUnavailable(inHour, 0) && valueAt(must_run, 0) !== true;
  };
  const isNever = length === 0 || Array.from({ length }).every((_, hour) => isShort(hour));
  return isNever ? () => false : isShort;
}

/** Fields of a unit that is out of service in the hours `out`. */
export function unitOut(unit: Generator, out: readonly number[], horizon: number): Generator {
  if (out.length === 0) return unit;
  const hours = new Set(out);
  const without = (valueAt: (unit: Generator, hour: number) => number): number[] =>
    Array.from({ length: horizon }, (_, t) => (hours.has(t) ? 0 : valueAt(unit, t)));
  return {
    ...unit,
    p_max: without(availableAt),
    p_min: without(minimumAt),
    rated: ratedOf(unit),
    must_run: false,
  };
}

export const heldOff = (generator: string, out: readonly number[]): FixedCommitment[] =>
  out.map((hour) => ({ generator, hour, on: false }));

/**
 * A window in which all units can comply with their outages: minimum up times are cut short, and units that cannot stop
 * in time are off before the window. `outages`: hours of the window in which each unit is out of service.
 */
export const begunForOutages = (
  payload: SolvePayload,
  outages: ReadonlyMap<string, readonly number[]>,
): SolvePayload =>
  outages.size === 0
    ? payload
    : {
        ...payload,
        generators: payload.generators.map((unit) => startedOff(unit, outages.get(unit.name)?.[0])),
      };

function startedOff(unit: Generator, firstOut: number | undefined): Generator {
  if (firstOut === undefined || unit.initial_status <= 0) return unit;
  if (firstOut === 0 && !canStopAtOnce(unit)) return { ...unit, initial_status: -1, initial_power_mw: 0 };
  return { ...unit, initial_status: Math.max(unit.initial_status, unit.min_uptime - firstOut) };
}

/** A time span in hours since the start of the series. At `to`, the unit is back in service. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** Mean time to repair, h, of a unit without a value of its own. */
const USUAL_REPAIR_H = 24;

/**
 * Forced outages of a unit within the first `hours`, drawn by seed: up and down times alternate and are exponentially
 * distributed (Billinton, Allan, Reliability Evaluation of Power Systems, 1996, 2.2 and 12.3). With r the forced outage
 * rate and R the mean time to repair,
 *
 * mean time to failure = R (1 - r) / r, P(down at the beginning) = r
 *
 * so that the unit is down for a share r of the time on average, in any hour. Outages depend only on the seed and the
 * name of the unit, so they are the same in every run, whatever other units there are.
 */
export function forcedOutages(
  { name, forced_outage_rate: rate = 0, mean_time_to_repair_h: repair = USUAL_REPAIR_H }: NetworkGenerator,
  seed: number,
  hours: number,
): Span[] {
  if (rate === 0) return [];
  const draw = uniform(`${seed}/${name}`);
  const exponential = (mean: number): number => -mean * Math.log(1 - draw());
  const spans: Span[] = [];
  let isDown = draw() < rate;
  for (let at = 0; at < hours; isDown = !isDown) {
    const until = at + exponential(isDown ? repair : (repair * (1 - rate)) / rate);
    if (isDown) spans.push({ from: at, to: until });
    at = until;
  }
  return spans;
}

/** True if the unit is down at the middle of the hour. */
export const isOut = (spans: readonly Span[], hour: number): boolean =>
  spans.some(({ from, to }) => from <= hour + 0.5 && hour + 0.5 < to);

const BITS = 48;

/**
 * Returns a generator of numbers in [0, 1). Each number is a hash of `key` and its position, so the numbers are the
 * same on every machine.
 */
function uniform(key: string): () => number {
  let position = 0;
  return () => {
    const digest = createHash('sha256').update(`${key}/${position}`).digest();
    position += 1;
    return digest.readUIntBE(0, BITS / 8) / 2 ** BITS;
  };
}
