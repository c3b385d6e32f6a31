/**
 * Largest output of single units that a flow limit allows (coefficients tightened as in Savelsbergh, Preprocessing and
 * probing techniques for mixed integer programming problems, ORSA J. Computing 6, 1994). A limit
 *
 *     sum_b h[b] (injection[b] - load[b]) + c - o <= limit
 *
 * limits the output of unit g to M = (limit - c + sum_b h[b] load[b] - smallest flow caused by all other injections) /
 * h[g] if it is on, and to 0 if it is off, so that
 *
 *     p' <= (M - p_min) u + o / h[g]
 *
 * The relaxation alone would run a fraction of a unit behind a narrow line at its full output.
 */
import { atMost, type Milp, type Row, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Variables } from '../variables.ts';
import type { FlowLimit } from './flow-limit.ts';

export interface DeliverableOutput {
  /** Position of the unit. */
  readonly unit: number;
  /** Shift factor of its bus, positive in the direction of the limit. */
  readonly factor: number;
  readonly row: Row;
}

/** Least shift factor of a unit with a row: with a smaller factor, a limit allows more than any unit can produce. */
const LEAST_FACTOR = 1e-3;
/** Margin for the tolerance of the flow limits, MW on the line. */
const SAFETY = 1e-4;

/** Returns a row for each unit that the limit keeps below its maximum output. `flow`: row of the limit. */
export function deliverableOutputs(
  { units }: Instance,
  { columns }: Milp,
  x: Variables,
  { factors, hour, direction, overflow }: FlowLimit,
  flow: Row,
): DeliverableOutput[] {
  const least = ([coefficient, column]: Term): number => {
    const { lower, upper } = columns[column] ?? { lower: 0, upper: 0 };
    const mw = direction * coefficient;
    return mw === 0 ? 0 : mw * (mw > 0 ? lower : upper);
  };
  const sum = (terms: readonly Term[]): number => terms.reduce((mw, term) => mw + least(term), 0);
  const most = direction > 0 ? flow.upper : -flow.lower;
  const room = most - sum(flow.terms.filter(([, column]) => column !== overflow));
  return units.flatMap(({ bus, pMin, pMax, count }, unit) => {
    const signed = factors[bus] ?? 0;
    const factor = direction * signed;
    if (factor < LEAST_FACTOR) return [];
    const minimum = pMin[hour] ?? 0;
    const on = x.on(unit, hour);
    const above = x.above(unit, hour);
    const ownFlow = sum([
      [signed * minimum, on],
      [signed, above],
    ]);
    const deliverable = (room + ownFlow + SAFETY) / factor;
    const isShort = deliverable < (pMax[hour] ?? 0) - SAFETY;
    // Merged units share the deliverable output only if it is positive.
    if (!isShort || (count > 1 && deliverable < 0)) return [];
    const slack: Term[] = overflow === undefined ? [] : [[-1 / factor, overflow]];
    return [{ unit, factor, row: atMost(0, [[1, above], [minimum - deliverable, on], ...slack]) }];
  });
}
