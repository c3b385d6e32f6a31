/** Cuts whose hard ratings together are below what must flow over them. */
import { byIsland, createIslands } from '../../../temporal/case/arithmetic/islands.ts';
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { Line } from '../../../temporal/case/messages/network.ts';
import { busExchange, certainFlow } from './area.ts';
import { type InfeasibleCase, MARGIN_MW, sum } from './infeasible-case.ts';
import type { LineCut } from './line-cuts.ts';

interface OverloadedCut {
  readonly hour: number;
  /** The line when the cut has only one, else a bus behind it. */
  readonly place: Pick<Cause, 'element_type' | 'element_id'>;
  readonly carrier: string;
  /** MW. */
  readonly flow: number;
  readonly limit: number;
}

export function* overloadedCuts(
  subject: InfeasibleCase,
  cuts: readonly LineCut[],
  state: 'normal' | 'emergency',
): Iterable<OverloadedCut> {
  for (const cut of cuts) {
    const limit = sum(cut.lines, (line) => hardRating(line, state));
    if (limit === Number.POSITIVE_INFINITY) continue;
    for (const [hour, exchange] of busExchange(subject, cut.buses).entries()) {
      const flow = Math.abs(certainFlow(exchange));
      if (flow - limit > MARGIN_MW) yield { hour, ...nameOf(cut), flow, limit };
    }
  }
}

function nameOf({ buses, lines: [line, ...others] }: LineCut): Pick<OverloadedCut, 'place' | 'carrier'> {
  if (line && others.length === 0) {
    return { place: { element_type: 'line', element_id: line.id }, carrier: `line ${line.id}` };
  }
  const bus = String(Math.min(...buses));
  return { place: { element_type: 'bus', element_id: bus }, carrier: `the lines of bus ${bus}` };
}

/** Limit of a line, MW; Infinity when it has none or may be overloaded at a price. */
function hardRating(line: Line, state: 'normal' | 'emergency'): number {
  if (line.penalty_usd_per_mwh !== undefined) return Number.POSITIVE_INFINITY;
  const normal = line.rating_mw || Number.POSITIVE_INFINITY;
  return state === 'normal' ? normal : line.emergency_rating_mw || normal;
}

type Ends = Pick<Line, 'from_bus' | 'to_bus'>;

/** Buses joined by lines, one set per island; isolated buses are islands of one. */
export function islandBuses(buses: Iterable<number>, lines: readonly Ends[]): Set<number>[] {
  const distinct = [...new Set(buses)];
  const positions = new Map(distinct.map((bus, position) => [bus, position]));
  const islands = createIslands(distinct.length);
  for (const { from_bus, to_bus } of lines) {
    const [from, to] = [positions.get(from_bus), positions.get(to_bus)];
    if (from !== undefined && to !== undefined) islands.join(from, to);
  }
  return byIsland(distinct, islands.ofEachBus()).map((members) => new Set(members));
}
