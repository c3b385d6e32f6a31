/**
 * Finds the flow limits that a schedule breaks, before and after contingencies:
 *   |f_l| <= rating_l + overflow_l      |f_l + sum_o lodf_lo f_o| <= emergency_l + overflow_l
 * A contingency changes the flow of l by at most max_o |lodf_lo| sum_o |f_o|, so that in an hour only the lines with
 * the least headroom are looked at, and those steep enough to use up the headroom of the others; none at all where
 * sum_o max_l |lodf_lo| |f_o| fits the least headroom of any line. Source: Xavier, Qiu, Wang and Thimmapuram,
 * Transmission constraint filtering in large-scale security-constrained unit commitment, IEEE Trans. Power Syst. 34
 * (2019), for the choice of rows.
 */
import {
  type FlowLimitViolation,
  type LargestViolations,
  largestViolations,
  type ScreeningOptions,
} from './largest-violations.ts';
import { isHourly, limitOf } from './line-limits.ts';
import type { Network } from './network.ts';
import type { ShiftFactors } from './shift-factors.ts';

export type { FlowLimitViolation, ScreeningOptions };

/** Injections are in MW, shape [hours][buses], of hours that follow each other from `firstHour` on. */
type Screening = (injections: readonly Float64Array[], options: ScreeningOptions) => FlowLimitViolation[];

/** One hour of the case; arrays over the monitored lines, MW, shape [monitored]. */
interface Hour {
  readonly hour: number;
  readonly allFlows: Float64Array;
  readonly flow: Float64Array;
  readonly overflow: Float64Array;
}

/** What the lines of one hour still take after a contingency, MW. */
interface Headroom {
  /** The lines with the least headroom after a contingency, least first. */
  readonly tight: Int32Array;
  readonly isTight: Uint8Array;
  /** Least headroom of any line, and of any that is not tight. */
  readonly headroom: number;
  readonly otherHeadroom: number;
}

/** Which lines the loss of others may matter to. */
interface OutageReach {
  /** Lines lost, each once. */
  readonly lost: readonly number[];
  /** For each of them, flow on each monitored line per MW that flowed on it; shape [lost][monitored]. */
  readonly columns: readonly Float64Array[];
  /** Largest |factor| of each of them. */
  readonly steepest: readonly number[];
  /** Monitored lines with a factor of at least FLAT, steepest first, and that factor. */
  readonly order: Int32Array;
  readonly steepness: Float64Array;
}

/** Lines with smaller factors are not in order: few screenings ask for them. */
const FLAT = 0.01;

/** Lines looked at after every contingency. */
const TIGHT = 24;

/** Contingencies hold line positions and are secure. */
export function createScreening(
  factors: ShiftFactors,
  network: Network,
  contingencies: readonly (readonly number[])[],
): Screening {
  const { monitored } = factors;
  const rating = limitsByHour(network, monitored, null);
  const emergency = limitsByHour(network, monitored, 0);
  const reaches = new Map<number, OutageReach>();
  const reachOf = (contingency: number, outages: readonly number[]): OutageReach => {
    const known = reaches.get(contingency);
    const reach = known ?? outageReach([...new Set(outages)], factors.redistribution(outages));
    if (!known) reaches.set(contingency, reach);
    return reach;
  };
  return (injections, options) => {
    const largest = largestViolations(options);
    const check = checking(monitored, largest, options.tolerance);
    const hours = injections.map((injection, k) =>
      flowsOf(factors, injection, options.firstHour + k, options),
    );
    for (const at of hours) {
      const limits = rating(at.hour);
      for (const [index, mw] of at.flow.entries()) check(at, null, index, mw, limits[index] ?? 0);
    }
    if (contingencies.length === 0) return largest.chosen();
    const headrooms = hours.map((at) => headroomOf(at, emergency(at.hour)));
    for (const [contingency, outages] of contingencies.entries()) {
      const reach = reachOf(contingency, outages);
      for (const [k, at] of hours.entries()) {
        const limits = emergency(at.hour);
        forEachAfter(reach, at, headrooms[k] ?? NONE, options.tolerance, (index, mw) =>
          check(at, contingency, index, mw, limits[index] ?? 0),
        );
      }
    }
    return largest.chosen();
  };
}

/** Limits of the monitored lines in an hour, MW, shape [monitored]; computed once, and for all hours where none has a profile. */
function limitsByHour(network: Network, monitored: Int32Array, contingency: null | 0) {
  const known = new Map<number, Float64Array>();
  const differ = network.lines.some(({ limits }) => isHourly(limits));
  return (hour: number): Float64Array => {
    const key = differ ? hour : 0;
    const limits =
      known.get(key) ?? Float64Array.from(monitored, (line) => limitOf(network, line, contingency, key));
    known.set(key, limits);
    return limits;
  };
}

function outageReach(lost: readonly number[], columns: readonly Float64Array[]): OutageReach {
  const steepness = new Float64Array(columns[0]?.length ?? 0);
  for (const column of columns) {
    for (let index = 0; index < column.length; index++) {
      const size = Math.abs(column[index] ?? 0);
      if (size > (steepness[index] ?? 0)) steepness[index] = size;
    }
  }
  const order = Int32Array.from(steepness.keys())
    .filter((index) => (steepness[index] ?? 0) >= FLAT)
    .sort((a, b) => (steepness[b] ?? 0) - (steepness[a] ?? 0));
  return {
    lost,
    columns,
    steepest: columns.map((column) => column.reduce((most, lodf) => Math.max(most, Math.abs(lodf)), 0)),
    order,
    steepness: Float64Array.from(order, (index) => steepness[index] ?? 0),
  };
}

function checking(monitored: Int32Array, largest: LargestViolations, tolerance: number) {
  return (at: Hour, contingency: number | null, index: number, flow: number, limit: number): void => {
    const excess = Math.abs(flow) - limit - (at.overflow[index] ?? 0);
    if (excess <= tolerance) return;
    const line = monitored[index] ?? 0;
    const direction = flow < 0 ? -1 : 1;
    largest.offer({ line, contingency, hour: at.hour, flow, limit, direction, excess });
  };
}

/** The flow after an outage, MW, on every line whose limit it may break. */
function forEachAfter(
  { lost, columns, steepest, order, steepness }: OutageReach,
  at: Hour,
  { tight, isTight, headroom, otherHeadroom }: Headroom,
  tolerance: number,
  visit: (index: number, mw: number) => void,
): void {
  const moved = lost.map((line) => at.allFlows[line] ?? 0);
  const most = moved.reduce((sum, flow, o) => sum + Math.abs(flow) * (steepest[o] ?? 0), 0);
  if (most <= headroom + tolerance) return;
  const visitAfter = (index: number): void => {
    let mw = at.flow[index] ?? 0;
    for (let o = 0; o < moved.length; o++) mw += (columns[o]?.[index] ?? 0) * (moved[o] ?? 0);
    visit(index, mw);
  };
  for (const index of tight) visitAfter(index);
  const total = moved.reduce((sum, flow) => sum + Math.abs(flow), 0);
  const mayBreak = (factor: number): boolean => factor * total > otherHeadroom;
  if (mayBreak(FLAT)) {
    for (let index = 0; index < at.flow.length; index++) if (isTight[index] === 0) visitAfter(index);
    return;
  }
  for (let k = 0; k < order.length && mayBreak(steepness[k] ?? 0); k++) {
    const index = order[k] ?? 0;
    if (isTight[index] === 0) visitAfter(index);
  }
}

function flowsOf(
  factors: ShiftFactors,
  injection: Float64Array,
  hour: number,
  options: ScreeningOptions,
): Hour {
  const allFlows = factors.flows(injection);
  const flow = Float64Array.from(factors.monitored, (line) => allFlows[line] ?? 0);
  const overflow = Float64Array.from(factors.monitored, (line) => options.overflow(line, hour));
  if (!overflow.every(Number.isFinite)) throw new RangeError('an overflow is not finite');
  return { hour, allFlows, flow, overflow };
}

const NONE: Headroom = {
  tight: new Int32Array(),
  isTight: new Uint8Array(),
  headroom: Infinity,
  otherHeadroom: Infinity,
};

function headroomOf({ flow, overflow }: Hour, emergency: Float64Array): Headroom {
  const rooms = flow.map((mw, index) => (emergency[index] ?? 0) + (overflow[index] ?? 0) - Math.abs(mw));
  const [tight, otherHeadroom] = leastOf(rooms, TIGHT);
  const isTight = new Uint8Array(flow.length);
  for (const index of tight) isTight[index] = 1;
  return { tight, isTight, headroom: rooms[tight[0] ?? -1] ?? Infinity, otherHeadroom };
}

/** Positions of the so many least values, least first, and the least of the others. */
function leastOf(values: Float64Array, many: number): [least: Int32Array, next: number] {
  const least: number[] = [];
  const at = (rank: number): number => values[least[rank] ?? -1] ?? Infinity;
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    if (value >= at(many)) continue;
    let rank = Math.min(least.length, many);
    for (; rank > 0 && at(rank - 1) > value; rank--) least[rank] = least[rank - 1] ?? 0;
    least[rank] = index;
  }
  return [Int32Array.from(least.slice(0, many)), at(many)];
}
