/** Compares recomputed flows of a schedule with the limits of its lines, before and after each contingency. */

import { limitOf } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { factorizeGrid } from './dc-flow.ts';
import type { Factors } from './dense-lu.ts';
import { injections, lossWithdrawals } from './injections.ts';
import { interfaceFlows, outsideLimits } from './interface-flows.ts';
import { type Reached, type ReachedFlows, reachedFlows, stillFlows } from './outage-flows.ts';

/** Distance from its limit within which a line may have a price, MW. */
const BINDING_MARGIN_MW = 1e-2;

export interface NetworkAudit {
  /** Base-case flows, shape [horizon][lines], MW; null without a network. */
  readonly flows: readonly Float64Array[] | null;
  /** Excesses over the normal ratings, MW; the next field: over the emergency ratings after contingencies. */
  readonly baseExcesses: readonly number[];
  readonly contingencyExcesses: readonly number[];
  /**
   * The worst hour of each overloaded line, before contingencies (null) and after each; after contingencies only the
   * largest.
   */
  readonly overloads: readonly Overload[];
  /** Flow of each interface that applies, by id, MW, shape [horizon]. */
  readonly interfaceFlows: ReadonlyMap<string, readonly number[]>;
  /** True for each hour in which a line or an interface is at its limit. */
  readonly binding: readonly boolean[];
  /** Factorisation of the network without outages; null without a network, or if it is singular. */
  readonly factors: Factors | null;
}

interface Overload {
  /** Position of the line. */
  readonly line: number;
  readonly contingency: string | null;
  readonly hour: number;
  /** MW. */
  readonly excess: number;
}

/** Smaller excesses are not overloads, MW. */
const TOLERANCE_MW = 1e-3;
/** Maximum number of overloads after contingencies that are kept. */
const MOST_OVERLOADS = 1000;

export function auditNetwork(schedule: Schedule): NetworkAudit {
  const { grid, hours, outages } = schedule;
  const binding = hours.map(() => false);
  if (grid.lines.length === 0)
    return {
      flows: null,
      baseExcesses: [],
      contingencyExcesses: [],
      overloads: [],
      interfaceFlows: boundFlows(schedule, undefined, binding),
      binding,
      factors: null,
    };
  let overloads: Overload[] = [];
  const factors = factorizeGrid(grid, []);
  const solve = reachedFlows(grid, factors, withdrawLosses(schedule, injections(schedule)), schedule.shifts);
  const overflow = hours.map((hour) => Float64Array.from(schedule.overflow, (mw) => at(mw, hour)));
  const still = stillFlows(schedule, factors);
  const limitsOf = (contingency: null | 'any') =>
    hours.map((hour) => Float64Array.from(grid.lines, (line) => limitOf(line, contingency, hour)));
  const [normal, emergency] = [limitsOf(null), limitsOf('any')];
  const judge = ({ lines, flows }: Reached, contingency: string | null, lost: readonly number[]) => {
    const limits = contingency === null ? normal : emergency;
    const ofLine = new Map<number, Overload>();
    const worst = hours.map((hour) => {
      const { nearest, excess } = worstLoading(
        lines,
        flows[hour] ?? NOTHING,
        limits[hour] ?? NOTHING,
        overflow[hour] ?? NOTHING,
        (line, mw) => {
          if (mw > (ofLine.get(line)?.excess ?? 0)) ofLine.set(line, { line, contingency, hour, excess: mw });
        },
      );
      if (nearest > -BINDING_MARGIN_MW) binding[hour] = true;
      return excess;
    });
    overloads.push(...ofLine.values());
    if (contingency !== null && overloads.length > 2 * MOST_OVERLOADS) overloads = largestOf(overloads);
    return [...worst, ...misreportedBindings(schedule, flows, contingency, (hour) => still?.(lost, hour))];
  };
  const base = solve([]);
  /** Largest change of the flow of each line, MW, at which the flow stays below its limit in all hours. */
  const slack = Float64Array.from(grid.lines, (_, line) =>
    Math.min(
      ...hours.map((hour) => {
        const unpaid = at(emergency[hour] ?? [], line) + Math.min(0, at(overflow[hour] ?? [], line));
        return unpaid - Math.abs(at(base?.flows[hour] ?? [], line)) - 2 * BINDING_MARGIN_MW;
      }),
    ),
  );
  // After the contingencies of binding constraints all flows are computed, since reported flows are compared with them.
  const reported = new Set(schedule.result.binding_constraints.map(({ contingency_id }) => contingency_id));
  return {
    flows: base?.flows ?? null,
    baseExcesses: base ? judge(base, null, []) : [Number.NaN],
    contingencyExcesses: outages.flatMap(({ id, lines }) => {
      const after = lines.length > 0 ? solve(lines, reported.has(id) ? undefined : slack) : null;
      return after ? judge(after, id, lines) : [];
    }),
    overloads,
    interfaceFlows: boundFlows(schedule, solve, binding),
    binding,
    factors,
  };
}

/** Flows of interfaces. Marks the hours in which one is at its limit. */
function boundFlows(
  schedule: Schedule,
  solve: ReachedFlows | undefined,
  binding: boolean[],
): NetworkAudit['interfaceFlows'] {
  const all = interfaceFlows(schedule, solve);
  for (const item of schedule.interfaces)
    for (const [hour, mw] of all.get(item.id)?.entries() ?? [])
      if (outsideLimits(item, hour, mw) > -BINDING_MARGIN_MW) binding[hour] = true;
  return all;
}

/** All overloads before contingencies, and the largest after them. */
function largestOf(overloads: readonly Overload[]): Overload[] {
  const after = overloads.filter(({ contingency }) => contingency !== null);
  const largest = after.sort((a, b) => b.excess - a.excess).slice(0, MOST_OVERLOADS);
  return [...overloads.filter(({ contingency }) => contingency === null), ...largest];
}

function withdrawLosses(schedule: Schedule, net: Float64Array[]): Float64Array[] {
  if (!schedule.isLossy) return net;
  const lost = lossWithdrawals(schedule, net);
  return net.map((injection, hour) => injection.map((mw, bus) => mw - at(lost[hour] ?? [], bus)));
}

/** Stands for missing data: its values are NaN, which fails every check. */
const NOTHING = new Float64Array();

/**
 * `nearest`: largest difference of a flow and its limit, MW, negative below the limit; `excess`: the same, less the
 * overflow that is paid for. `flows`: in the order of `lines`; `note` is called for each overloaded line.
 */
function worstLoading(
  lines: Int32Array,
  flows: Float64Array,
  limits: Float64Array,
  overflow: Float64Array,
  note: (line: number, excess: number) => void,
): { nearest: number; excess: number } {
  let nearest = Number.NEGATIVE_INFINITY;
  let excess = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? 0;
    const above = Math.abs(flows[index] ?? Number.NaN) - (limits[line] ?? Number.NaN);
    nearest = Math.max(nearest, above);
    const unpaid = above - (overflow[line] ?? Number.NaN);
    if (unpaid > TOLERANCE_MW) note(line, unpaid);
    excess = Math.max(excess, unpaid);
  }
  return { nearest, excess };
}

/**
 * Differences between the flow that a binding constraint reports and the recomputed one, MW. `flows`: after
 * `contingency` (null = base case), shape [horizon][lines], MW; `offsets`: flows caused by phase shifts alone, shape
 * [lines], MW.
 */
function* misreportedBindings(
  { grid, result }: Schedule,
  flows: readonly Float64Array[],
  contingency: string | null,
  offsets: (hour: number) => Float64Array | undefined,
): Iterable<number> {
  const bindings = result.binding_constraints.filter(({ contingency_id }) => contingency_id === contingency);
  for (const binding of bindings) {
    const shifted = offsets(binding.hour);
    const line = grid.lines.findIndex(({ id }) => id === binding.line_id);
    yield Math.abs(binding.flow_mw - at(flows[binding.hour] ?? [], line));
    yield Math.abs((binding.shift_flow_mw ?? 0) - (shifted ? at(shifted, line) : 0));
  }
}
