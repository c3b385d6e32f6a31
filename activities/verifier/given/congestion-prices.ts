/**
 * Recovers the multipliers of flow limits from prices by bus. In every hour it fits non-negative multipliers x[k] of
 * the limits that are reached, in the direction of their flow, such that
 *
 *     lmp[b] + sum_k x[k] sign(f[k]) h[k,b]  is the same at all buses of an island,
 *
 * with h[k,b] the shift factor of limit k. If there are no such multipliers, no limits explain these prices.
 */
import type { BindingConstraint, Series } from '../../../temporal/case/messages/result.ts';
import { factorizeGrid } from '../network/dc-flow.ts';
import { injections } from '../network/injections.ts';
import { interfaceFlows } from '../network/interface-flows.ts';
import { reachedFlows, shiftFactors, stillFlows } from '../network/outage-flows.ts';
import { addInterfacePrices } from '../prices/network-regrets.ts';
import { type GridLine, limitOf } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, ownEntry } from '../schedule/series.ts';
import { fitNonNegative } from './fit-non-negative.ts';

/** A flow this close to its limit counts as at the limit, MW. */
const NEAR_MW = 1e-2;
/** Prices that differ by less count as equal, $/MWh. */
const SAME_USD = 1e-6;
/** Maximum number of limits reached in an hour for which multipliers are fitted. */
const MOST_LIMITS = 200;

interface ReachedLimit extends Omit<BindingConstraint, 'shadow_price_usd_per_mwh'> {
  /** $/MWh at each bus for a multiplier of 1. */
  readonly effect: Float64Array;
}

/** Undefined if too many limits are reached; limits with a price of 0 are left out. */
export function congestionPrices(schedule: Schedule, lmp: Series): BindingConstraint[] | undefined {
  const { grid, hours } = schedule;
  const prices = grid.buses.map((bus) => ownEntry(lmp, `bus_${bus}`));
  const islands = Array.from({ length: grid.islands }, (_, island) =>
    [...grid.buses.keys()].filter((bus) => grid.island[bus] === island && prices[bus] !== undefined),
  );
  const ofInterfaces = interfacePart(schedule);
  const priceAt = (bus: number, hour: number) =>
    at(prices[bus] ?? [], hour) - (ofInterfaces[hour]?.[bus] ?? 0);
  const split = hours.filter((hour) =>
    islands.some((members) => {
      const islandPrices = members.map((bus) => priceAt(bus, hour));
      return Math.max(...islandPrices) - Math.min(...islandPrices) > SAME_USD;
    }),
  );
  const reached = split.length > 0 ? reachedLimits(schedule, new Set(split)) : [];
  const bindings: BindingConstraint[] = [];
  for (const hour of split) {
    const limits = reached.filter((limit) => limit.hour === hour);
    if (limits.length > MOST_LIMITS) return undefined;
    const apart = (values: (bus: number) => number): number[] =>
      islands.flatMap((members) => {
        const mean = members.reduce((sum, bus) => sum + values(bus), 0) / members.length;
        return members.map((bus) => values(bus) - mean);
      });
    const columns = limits.map(({ effect }) => apart((bus) => at(effect, bus)));
    const multipliers = fitNonNegative(
      columns,
      apart((bus) => priceAt(bus, hour)),
    );
    for (const [k, { effect: _, ...limit }] of limits.entries()) {
      const price = at(multipliers, k);
      if (price > 0)
        bindings.push({ ...limit, shadow_price_usd_per_mwh: limit.flow_mw > 0 ? -price : price });
    }
  }
  return bindings;
}

/**
 * Part of the bus prices that follows from the given prices of interfaces, $/MWh, shape [horizon][buses]; empty without
 * interfaces.
 */
function interfacePart(schedule: Schedule): Float64Array[] {
  const { grid, hours, interfaces } = schedule;
  const factors = interfaces.length > 0 ? factorizeGrid(grid, []) : null;
  if (!factors) return [];
  const parts = hours.map(() => new Float64Array(grid.buses.length));
  const solve = reachedFlows(grid, factors, injections(schedule), schedule.shifts);
  addInterfacePrices(schedule, factors, { interfaceFlows: interfaceFlows(schedule, solve) }, parts);
  return parts;
}

function reachedLimits(schedule: Schedule, split: ReadonlySet<number>): ReachedLimit[] {
  const { grid, outages } = schedule;
  const factors = factorizeGrid(grid, []);
  if (!factors) return [];
  const flowsAfter = reachedFlows(grid, factors, injections(schedule), schedule.shifts);
  const still = stillFlows(schedule, factors);
  const states = [{ id: null, lines: [] }, ...outages.filter(({ lines }) => lines.length > 0)];
  return states.flatMap(({ id, lines: lost }) => {
    const flows = flowsAfter(lost)?.flows ?? [];
    const isReached = (line: GridLine, flow: number, hour: number) =>
      Math.abs(flow) >= limitOf(line, id, hour) - NEAR_MW;
    return grid.lines.flatMap((line, position) => {
      const at = [...split].filter((hour) => isReached(line, flows[hour]?.[position] ?? Number.NaN, hour));
      const row = at.length > 0 ? shiftFactors(grid, factors, position, lost) : null;
      if (!row) return [];
      return at.map((hour): ReachedLimit => {
        const flow_mw = flows[hour]?.[position] ?? Number.NaN;
        const shift = still?.(lost, hour)?.[position] ?? 0;
        return {
          ...{ line_id: line.id, contingency_id: id, hour, flow_mw, limit_mw: limitOf(line, id, hour) },
          ...(shift !== 0 && { shift_flow_mw: shift }),
          effect: row.map((factor) => (flow_mw > 0 ? -factor : factor)),
        };
      });
    });
  });
}
