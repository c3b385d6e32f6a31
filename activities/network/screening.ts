/**
 * Finds the flow limits that a schedule violates, before and after contingencies:
 *
 *     |f_l| <= rating_l + overflow_l
 *     |f_l + sum_o lodf_lo f_o| <= emergency_l + overflow_l
 *
 * A contingency changes the flow of l by at most max_o |lodf_lo| sum_o |f_o|, so only lines with less headroom than
 * this are computed. No line is computed if sum_o max_l |lodf_lo| |f_o| is at most the least headroom of any line.
 * Source for the choice of rows: Xavier, Qiu, Wang and Thimmapuram, Transmission constraint filtering in large-scale
 * security-constrained unit commitment, IEEE Trans. Power Syst. 34 (2019).
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

/** Finds violations for injections in MW, shape [hours][buses], of consecutive hours from `firstHour` on. */
type Screening = (injections: readonly Float64Array[], options: ScreeningOptions) => FlowLimitViolation[];

/** One hour of the case. Arrays are over the monitored lines, MW, shape [monitored]. */
interface Hour {
  readonly hour: number;
  readonly allFlows: Float64Array;
  readonly flow: Float64Array;
  readonly overflow: Float64Array;
}

/** Headroom of the monitored lines under their emergency ratings, in one hour. */
interface Headroom {
  /** Headroom, MW, shape [monitored]. */
  readonly rooms: Float64Array;
  /** Positions of the lines by headroom, the least first. */
  readonly tightest: Int32Array;
}

/** Effect of an outage on the flows of monitored lines. */
interface OutageReach {
  /** The lost lines, each listed once. */
  readonly lost: readonly number[];
  /**
   * For each lost line, the change of flow on each monitored line per MW that the lost line carried; shape
   * [lost][monitored].
   */
  readonly columns: readonly Float64Array[];
  /** Largest |factor| for each lost line. */
  readonly steepest: readonly number[];
  /** Monitored lines with a factor of at least FLAT, the largest factor first. The next field: their factors. */
  readonly order: Int32Array;
  readonly steepness: Float64Array;
}

/**
 * Least outage factor of a line in the sorted list. A line with a smaller factor can be overloaded only if it has
 * little headroom.
 */
const FLAT = 0.01;

/**
 * Creates the screening of a network. `contingencies`: positions of the lost lines; each contingency must be secure.
 */
export function createScreening(
  factors: ShiftFactors,
  network: Network,
  contingencies: readonly (readonly number[])[],
): Screening {
  const { monitored } = factors;
  const rating = limitsByHour(network, monitored, null);
  const emergency = limitsByHour(network, monitored, 0);
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
      const reach = reachOf(factors, outages);
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

/**
 * Limits of the monitored lines in an hour, MW, shape [monitored]. Computed once per hour, or once for all hours if no
 * line has hourly limits.
 */
function limitsByHour(network: Network, monitored: Int32Array, contingency: null | 0) {
  const cache = new Map<number, Float64Array>();
  const differ = network.lines.some(({ element }) => isHourly(element));
  return (hour: number): Float64Array => {
    const key = differ ? hour : 0;
    const limits =
      cache.get(key) ?? Float64Array.from(monitored, (line) => limitOf(network, line, contingency, key));
    cache.set(key, limits);
    return limits;
  };
}

/** Effects of outages, by their outage factors; shared by all screenings of a network. */
const reaches = new WeakMap<readonly Float64Array[], OutageReach>();

function reachOf(factors: ShiftFactors, outages: readonly number[]): OutageReach {
  const columns = factors.redistribution(outages);
  const reach = reaches.get(columns) ?? outageReach([...new Set(outages)], columns);
  reaches.set(columns, reach);
  return reach;
}

function outageReach(lost: readonly number[], columns: readonly Float64Array[]): OutageReach {
  const steepness = new Float64Array(columns[0]?.length ?? 0);
  for (const column of columns) {
    for (let index = 0; index < column.length; index++) {
      const size = Math.abs(column[index] ?? 0);
      if (size > (steepness[index] ?? 0)) steepness[index] = size;
    }
  }
  const steep: number[] = [];
  for (let index = 0; index < steepness.length; index++)
    if ((steepness[index] ?? 0) >= FLAT) steep.push(index);
  const order = Int32Array.from(steep).sort((a, b) => (steepness[b] ?? 0) - (steepness[a] ?? 0));
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

/**
 * Calls back for every line that an outage may overload, with its flow after the outage, MW. A line may be overloaded
 * if factor times lost flow exceeds its headroom.
 */
function forEachAfter(
  { lost, columns, steepest, order, steepness }: OutageReach,
  at: Hour,
  { rooms, tightest }: Headroom,
  tolerance: number,
  visit: (index: number, mw: number) => void,
): void {
  const moved = lost.map((line) => at.allFlows[line] ?? 0);
  const most = moved.reduce((sum, flow, o) => sum + Math.abs(flow) * (steepest[o] ?? 0), 0);
  const room = (rank: number): number => rooms[tightest[rank] ?? -1] ?? Infinity;
  if (most <= room(0) + tolerance) return;
  const visitAfter = (index: number): void => {
    let mw = at.flow[index] ?? 0;
    for (let o = 0; o < moved.length; o++) mw += (columns[o]?.[index] ?? 0) * (moved[o] ?? 0);
    visit(index, mw);
  };
  const total = moved.reduce((sum, flow) => sum + Math.abs(flow), 0);
  let rank = 0;
  for (; room(rank) < FLAT * total; rank++) visitAfter(tightest[rank] ?? 0);
  const least = room(rank);
  for (let k = 0; k < order.length && (steepness[k] ?? 0) * total > least; k++) {
    const lineRoom = rooms[order[k] ?? -1] ?? Infinity;
    if (lineRoom >= least && (steepness[k] ?? 0) * total > lineRoom) visitAfter(order[k] ?? 0);
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

const NONE: Headroom = { rooms: new Float64Array(), tightest: new Int32Array() };

function headroomOf({ flow, overflow }: Hour, emergency: Float64Array): Headroom {
  const rooms = flow.map((mw, index) => (emergency[index] ?? 0) + (overflow[index] ?? 0) - Math.abs(mw));
  const tightest = Int32Array.from(rooms.keys()).sort((a, b) => (rooms[a] ?? 0) - (rooms[b] ?? 0));
  return { rooms, tightest };
}
