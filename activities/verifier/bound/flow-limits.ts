/**
 * Largest output of single units that hard flow limits allow, MW. A unit at bus b may produce at most
 *
 *     M = (limit - c + sum h load - F) / h[b]
 *
 * c: flow caused by phase shifts; h: shift factors; F: least flow that all other injections can cause. Only limits that
 * the multipliers of the result name are used, each widened by the tolerance of its check.
 */

import { mostRecovered } from '../dispatch/demand-response.ts';
import { mostOf, signOf } from '../schedule/accepted.ts';
import { dcEnds, isSoft } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { mostShed, shedSteps } from '../schedule/shedding.ts';
import type { FlowMultiplier } from './multipliers.ts';

/** A flow limit with its multiplier and its shift factors. */
export interface ShiftedFlow {
  readonly flow: FlowMultiplier;
  /** Shift factors in the network without the lost lines, shape [effectCount]. */
  readonly shift: Float64Array;
  /** Flow without injections, MW. */
  readonly offset: number;
}

/** Flow limits with smaller shift factors are skipped: they allow more than any unit can produce. */
const LEAST_FACTOR = 1e-3;
const TOLERANCE_MW = 1e-3;

/**
 * Largest outputs that hard flow limits allow, MW, shape [units][horizon]; Infinity = no limit. `drawn`: converts shift
 * factors to those relative to the buses where losses are drawn in an hour.
 */
export function deliverableOutputs(
  schedule: Schedule,
  flows: readonly ShiftedFlow[],
  drawn: (shift: Float64Array, hour: number) => Float64Array,
): Float64Array[] {
  const { grid, hours, units } = schedule;
  const most = units.map(() => new Float64Array(hours.length).fill(Number.POSITIVE_INFINITY));
  for (const { flow, shift, offset } of flows) {
    const { line, hour, limit } = flow;
    const element = grid.lines[line];
    if (element && isSoft(element)) continue;
    const factors = drawn(shift, hour);
    for (const direction of [1, -1])
      limitUnits(
        schedule,
        most,
        factors.map((h) => direction * h),
        hour,
        limit - direction * offset,
      );
  }
  return most;
}

function limitUnits(
  schedule: Schedule,
  most: readonly Float64Array[],
  shift: Float64Array,
  hour: number,
  limit: number,
): void {
  const { grid, units } = schedule;
  const room = limit - leastFlow(schedule, shift, hour) + TOLERANCE_MW;
  for (const [g, { bus, p_min }] of units.entries()) {
    const h = at(shift, grid.position.get(bus) ?? -1);
    const outputLimits = most[g];
    if (!outputLimits || !(h >= LEAST_FACTOR)) continue;
    outputLimits[hour] = Math.min(at(outputLimits, hour), room / h + Math.min(0, at(p_min, hour)));
  }
}

/** Least flow over the line, MW, with every unit on or off and every injection where it relieves the line the most. */
function leastFlow(schedule: Schedule, shift: Float64Array, hour: number): number {
  const { bids, demandResponse, grid, load, renewables, storages, units } = schedule;
  let mw = 0;
  const add = (h: number, low: number, high: number): void => {
    mw += h > 0 ? h * low : h * high;
  };
  const shiftAt = (bus: number): number => at(shift, grid.position.get(bus) ?? -1);
  for (const { bus, p_min, p_max } of units)
    add(shiftAt(bus), Math.min(0, at(p_min, hour)), Math.max(0, at(p_max, hour)));
  for (const { bus, p_min, p_max } of renewables) add(shiftAt(bus), at(p_min, hour), at(p_max, hour));
  for (const bid of bids) {
    const most = signOf(bid) * mostOf(bid, hour);
    add(shiftAt(bid.bus), Math.min(0, most), Math.max(0, most));
  }
  for (const item of demandResponse)
    add(shiftAt(item.bus), -mostRecovered(item, hour), at(item.shed_max_mw, hour));
  for (const line of grid.dcLines) {
    const [low, high] = [at(line.least, hour), at(line.most, hour)];
    // The flow is piecewise linear in the power of the DC line, with a bend at 0.
    const flows = [low, high, Math.min(Math.max(0, low), high)].map((power) => {
      const { atFrom, atTo } = dcEnds(line, power);
      return at(shift, line.from) * atFrom + at(shift, line.to) * atTo;
    });
    mw += Math.min(...flows);
  }
  for (const [k, { least, most }] of grid.shifters.entries())
    add(at(shift, grid.buses.length + k), least, most);
  for (const { bus, charge_mw, discharge_mw } of storages)
    add(shiftAt(bus), -at(charge_mw, hour), at(discharge_mw, hour));
  for (const [bus, series] of load.entries()) {
    const demand = at(series, hour);
    add(at(shift, bus), -demand, mostShed(shedSteps(schedule, bus, hour)) - demand);
  }
  return mw;
}
