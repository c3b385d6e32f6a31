/** Cuts whose hard ratings together are below what must flow over them. */
import type { Cause } from '../../temporal/messages/infeasibility.ts';
import { busExchange, certainFlow } from './bus-exchange.ts';
import { type InfeasibleCase, MARGIN_MW } from './infeasible-case.ts';
import type { LineCut } from './line-cuts.ts';
import { hardRating } from './rating.ts';
import { sum } from './sum.ts';

export interface OverloadedCut {
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
