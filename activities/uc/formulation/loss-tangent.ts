/**
 * One tangent of the losses L of an island and hour, added once the losses of a solution lie below it (losses.ts):
 *
 *     L - sum_b LF[b] injection[b] >= K - sum_b LF[b] load[b]
 */
import { atLeast, type Column, type Row, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Injections } from './balance.ts';

export interface LossLimit {
  readonly hour: number;
  /** Positions of the buses and phase shifters of the island in arrays of injections. */
  readonly buses: readonly number[];
  /** Marginal losses, MW per MW, shape [buses of the network]. */
  readonly factors: Float64Array;
  /** K, MW. */
  readonly atRest: number;
  /** Column of the losses of the island in this hour. */
  readonly column: Column;
}

export function lossTangentRow(
  { load }: Instance,
  injections: Injections,
  { hour, buses, factors, atRest, column }: LossLimit,
): Row {
  const terms: Term[] = [[1, column]];
  let least = atRest;
  for (const b of buses) {
    const factor = factors[b] ?? 0;
    least -= factor * (load[b]?.[hour] ?? 0);
    for (const [coefficient, at] of injections[b]?.[hour] ?? []) terms.push([-factor * coefficient, at]);
  }
  return atLeast(least, terms);
}
