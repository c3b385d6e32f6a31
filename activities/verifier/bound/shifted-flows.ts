/** Flow limits with their shift factors, what phase shifts make flow there, and what they are worth at each bus: sum_k dual[k] h[k,b], $/MWh. */
import type { Factors } from '../network/dense-lu.ts';
import { correctedFlows, shiftFactors } from '../network/outage-flows.ts';
import type { Grid } from '../schedule/grid.ts';
import type { FlowMultiplier } from './multipliers.ts';

export interface ShiftedFlow {
  readonly flow: FlowMultiplier;
  /** In the network without the lines that are lost, shape [buses]. */
  readonly shift: Float64Array;
  /** Flow without injections, MW. */
  readonly offset: number;
}

/** Flow limits with their shift factors; an outage that splits an island has none. */
export function shiftedFlows(grid: Grid, factors: Factors, flows: readonly FlowMultiplier[]): ShiftedFlow[] {
  const known = new Map<string, Float64Array | null>();
  const offsetOf = offsets(grid, factors);
  return flows.flatMap((flow) => {
    const { line, lost } = flow;
    const key = `${line}/${lost.join()}`;
    const found = known.get(key);
    const shift = found === undefined ? shiftFactors(grid, factors, line, lost) : found;
    known.set(key, shift);
    return shift ? [{ flow, shift, offset: offsetOf(line, lost) }] : [];
  });
}

/** What phase shifts alone make flow over a line when others are lost, MW. */
export function offsets(grid: Grid, factors: Factors): (line: number, lost: readonly number[]) => number {
  if (grid.lines.every(({ shift }) => shift === 0)) return () => 0;
  const flows = correctedFlows(grid, factors, [new Float64Array(grid.buses.length)]);
  const known = new Map<string, Float64Array | undefined>();
  return (line, lost) => {
    const key = lost.join();
    if (!known.has(key)) known.set(key, flows(lost)?.[0]);
    return known.get(key)?.[line] ?? Number.NaN;
  };
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
