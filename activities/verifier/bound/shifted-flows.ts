/** Flow limits with their shift factors, and what they are worth at each bus: sum_k dual[k] h[k,b], $/MWh. */
import type { Factors } from '../network/dense-lu.ts';
import { shiftFactors } from '../network/outage-flows.ts';
import type { Grid } from '../schedule/grid.ts';
import type { FlowMultiplier } from './multipliers.ts';

export interface ShiftedFlow {
  readonly flow: FlowMultiplier;
  /** In the network without the lines that are lost, shape [buses]. */
  readonly shift: Float64Array;
}

/** Flow limits with their shift factors; an outage that splits an island has none. */
export function shiftedFlows(grid: Grid, factors: Factors, flows: readonly FlowMultiplier[]): ShiftedFlow[] {
  const known = new Map<string, Float64Array | null>();
  return flows.flatMap((flow) => {
    const { line, lost } = flow;
    const key = `${line}/${lost.join()}`;
    const found = known.get(key);
    const shift = found === undefined ? shiftFactors(grid, factors, line, lost) : found;
    known.set(key, shift);
    return shift ? [{ flow, shift }] : [];
  });
}

/** Shape [buses]. */
export function congestion({ buses }: Grid, flows: readonly ShiftedFlow[]): Float64Array {
  const sum = new Float64Array(buses.length);
  for (const { flow, shift } of flows) {
    if (flow.dual === 0) continue;
    for (let bus = 0; bus < sum.length; bus++)
      sum[bus] = (sum[bus] ?? 0) + flow.dual * (shift[bus] ?? Number.NaN);
  }
  return sum;
}
