/**
 * One flow limit in one hour, in the base case or after a contingency (Tejada-Arango, Sánchez-Martín, Ramos 2018), with
 * h the shift factors of that network, c the flow caused by phase shifts, and o the overflow that a soft limit allows
 * at a price:
 *
 *     sum_b h[b] (injection[b] - load[b]) + c - o <= limit      or      ... + c + o >= -limit
 */
import { atLeast, atMost, type Column, type Row, type Term } from '../../milp/model.ts';
import type { Instance } from '../instance.ts';
import type { Injections } from './balance.ts';

export interface FlowLimit {
  /** Shift factors, shape [buses]. */
  readonly factors: Float64Array;
  /** Flow without injections, MW. */
  readonly offset: number;
  readonly hour: number;
  /** Limit of the flow, MW. */
  readonly limit: number;
  /** 1: flow <= limit, -1: flow >= -limit. */
  readonly direction: 1 | -1;
  /** Column of the overflow; undefined = hard limit. */
  readonly overflow: Column | undefined;
}

export function flowLimit(
  { load }: Instance,
  injections: Injections,
  { factors, offset, hour, limit, direction, overflow }: FlowLimit,
): Row {
  const terms: Term[] = [];
  let withdrawn = -offset;
  for (const [b, factor] of factors.entries()) {
    withdrawn += factor * (load[b]?.[hour] ?? 0);
    for (const [coefficient, column] of injections[b]?.[hour] ?? [])
      terms.push([factor * coefficient, column]);
  }
  if (overflow !== undefined) terms.push([-direction, overflow]);
  return direction > 0 ? atMost(limit + withdrawn, terms) : atLeast(withdrawn - limit, terms);
}
