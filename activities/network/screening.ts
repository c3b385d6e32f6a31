/**
 * Finds the flow limits that a schedule breaks, before and after contingencies:
 *   |f_l| <= rating_l + overflow_l      |f_l + sum_o lodf_lo f_o| <= emergency_l + overflow_l
 * A contingency is skipped in an hour when sum_o max_l |lodf_lo| |f_o| fits the least headroom of any line: it
 * can then break nothing. Source: Xavier, Qiu, Wang and Thimmapuram, Transmission constraint filtering in
 * large-scale security-constrained unit commitment, IEEE Trans. Power Syst. 34 (2019), for the choice of rows.
 */
import type { FlowLimitViolation, ScreeningOptions } from './flow-limit-violation.ts';
import { largestViolations } from './largest-violations.ts';
import type { Network } from './network.ts';
import type { ShiftFactors } from './shift-factors.ts';

export type { FlowLimitViolation, ScreeningOptions };

/** Arrays over the monitored lines of one hour, MW, shape [monitored]. */
interface Hour {
  readonly hour: number;
  readonly allFlows: Float64Array;
  readonly flow: Float64Array;
  readonly overflow: Float64Array;
  readonly headroom: number;
}

/** Contingencies hold line positions and are secure; injections are in MW, shape [hours][buses]. */
export function violatedFlows(
  factors: ShiftFactors,
  network: Network,
  contingencies: readonly (readonly number[])[],
  injections: readonly Float64Array[],
  options: ScreeningOptions,
): FlowLimitViolation[] {
  const { monitored } = factors;
  const rating = Float64Array.from(monitored, (line) => network.lines[line]?.rating ?? 0);
  const emergency = Float64Array.from(monitored, (line) => network.lines[line]?.emergency ?? 0);
  const largest = largestViolations(options);
  const collect = (at: Hour, contingency: number | null, flow: Float64Array, limits: Float64Array): void => {
    for (let index = 0; index < flow.length; index++) {
      const mw = flow[index] ?? 0;
      const limit = limits[index] ?? 0;
      const excess = Math.abs(mw) - limit - (at.overflow[index] ?? 0);
      if (excess <= options.tolerance) continue;
      const line = monitored[index] ?? 0;
      largest.offer({
        line,
        contingency,
        hour: at.hour,
        flow: mw,
        limit,
        direction: mw < 0 ? -1 : 1,
        excess,
      });
    }
  };
  const hours = injections.map((injection, hour) => flowsOf(factors, injection, hour, emergency, options));
  for (const at of hours) collect(at, null, at.flow, rating);
  const after = new Float64Array(monitored.length);
  for (const [contingency, outages] of contingencies.entries()) {
    const lost = [...new Set(outages)];
    const columns = factors.redistribution(outages);
    const steepest = columns.map((column) =>
      column.reduce((most, lodf) => Math.max(most, Math.abs(lodf)), 0),
    );
    for (const at of hours) {
      const moved = lost.map((line) => at.allFlows[line] ?? 0);
      const most = moved.reduce((sum, flow, o) => sum + Math.abs(flow) * (steepest[o] ?? 0), 0);
      if (most <= at.headroom + options.tolerance) continue;
      redistribute(after, at.flow, columns, moved);
      collect(at, contingency, after, emergency);
    }
  }
  return largest.chosen();
}

function flowsOf(
  factors: ShiftFactors,
  injection: Float64Array,
  hour: number,
  emergency: Float64Array,
  options: ScreeningOptions,
): Hour {
  const allFlows = factors.flows(injection);
  const flow = Float64Array.from(factors.monitored, (line) => allFlows[line] ?? 0);
  const overflow = Float64Array.from(factors.monitored, (line) => options.overflow(line, hour));
  if (!overflow.every(Number.isFinite)) throw new RangeError('an overflow is not finite');
  let headroom = Number.POSITIVE_INFINITY;
  for (let index = 0; index < flow.length; index++) {
    const room = (emergency[index] ?? 0) + (overflow[index] ?? 0) - Math.abs(flow[index] ?? 0);
    if (room < headroom) headroom = room;
  }
  return { hour, allFlows, flow, overflow, headroom };
}

/** after = flow + sum_o lodf_o * moved_o, shape [monitored]. */
function redistribute(
  after: Float64Array,
  flow: Float64Array,
  columns: readonly Float64Array[],
  moved: readonly number[],
): void {
  after.set(flow);
  for (const [o, column] of columns.entries()) {
    const mw = moved[o] ?? 0;
    for (let index = 0; index < after.length; index++) {
      after[index] = (after[index] ?? 0) + (column[index] ?? 0) * mw;
    }
  }
}
