/**
 * Price of energy by the multipliers at each bus and hour, $/MWh: the energy price of the island, plus the effect of
 * one MW at the bus on the flow limits and on the losses; and the effect of one degree of each phase shifter, $. With
 * losses, an energy price below 0 counts as 0, since losses have no upper bound.
 */

import { MISSING_MW, MISSING_SHARE } from '../checks/network.ts';
import type { Factors } from '../network/dense-lu.ts';
import { BASE_MVA, lossSlopes } from '../network/injections.ts';
import { interfaceShift } from '../network/interface-flows.ts';
import { addMultiple, correctedFlows, shiftFactors } from '../network/outage-flows.ts';
import { effectCount } from '../network/phase-shifters.ts';
import { byIsland, type Grid } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at, sum } from '../schedule/series.ts';
import { deliverableOutputs, type ShiftedFlow } from './flow-limits.ts';
import type { BoundMultipliers, FlowMultiplier } from './multipliers.ts';

export interface BusPrices {
  /** $/MWh of each bus, then $ per degree of each phase shifter, shape [effectCount][horizon]. */
  readonly prices: readonly Float64Array[];
  /** Amount by which flow limits, phase shifts and the constant of the loss tangents lower the bound, $. */
  readonly limits: number;
  /** Parts of `limits` by hour, $, shape [horizon]. */
  readonly hourlyLimits: Float64Array;
  /** Largest output of each unit that hard flow limits allow, MW, shape [units][horizon]; Infinity = no limit. */
  readonly deliverable: readonly Float64Array[];
}

/** Bus prices computed from the multipliers; undefined if the network has lines but no factorisation. */
export function busPrices(
  schedule: Schedule,
  factors: Factors | null,
  multipliers: BoundMultipliers,
): BusPrices | undefined {
  const { grid, hours, isLossy } = schedule;
  if (!factors && grid.lines.length > 0) return undefined;
  const flows = factors ? shiftedFlows(grid, factors, multipliers.flows) : [];
  const addInterfaces = pricedInterfaces(schedule, factors, multipliers);
  const priceHour = isLossy && factors ? lossyHour(schedule, factors) : losslessHour(schedule);
  const drawn = (shift: Float64Array, hour: number) =>
    isLossy ? relativeToLosses(grid, shift, lossShares(schedule, hour)) : shift;
  const prices = Array.from({ length: effectCount(grid) }, () => new Float64Array(hours.length));
  let limits = 0;
  const hourlyLimits = new Float64Array(hours.length);
  for (const hour of hours) {
    const before = limits;
    const hourFlows = flows.filter(({ flow }) => flow.hour === hour);
    const energy = multipliers.energy.map((island) => ({ bus: island.bus, price: at(island.prices, hour) }));
    const congestion = new Float64Array(effectCount(grid));
    for (const { flow, shift } of hourFlows) if (flow.dual !== 0) addMultiple(congestion, flow.dual, shift);
    limits += addInterfaces(hour, congestion);
    const priced = priceHour(hour, energy, congestion);
    for (const [bus, series] of prices.entries()) series[hour] = at(priced.prices, bus);
    limits +=
      priced.limits +
      hourFlows.reduce(
        (sum, { flow, offset }) => sum + Math.abs(flow.dual) * flow.limit + flow.dual * offset,
        0,
      );
    hourlyLimits[hour] = limits - before;
  }
  return { prices, limits, hourlyLimits, deliverable: deliverableOutputs(schedule, flows, drawn) };
}

/**
 * Returns a function for one hour. It adds the value of interface limits per MW injected at each bus and per degree of
 * each phase shifter to `congestion`, and returns the amount by which these limits lower the bound, $.
 */
function pricedInterfaces(
  { grid, interfaces }: Schedule,
  factors: Factors | null,
  multipliers: BoundMultipliers,
): (hour: number, congestion: Float64Array) => number {
  if (interfaces.length === 0) return () => 0;
  const offsetOf = factors ? offsets(grid, factors) : () => 0;
  const placed = interfaces.map((item, i) => ({
    ...item,
    prices: multipliers.interfaces[i] ?? [],
    shift: interfaceShift(grid, factors, item),
    offset: sum(item.lines.map(({ line, factor }) => factor * offsetOf(line, item.lost))),
  }));
  return (hour, congestion) => {
    let usd = 0;
    for (const { p_min_mw, p_max_mw, prices, shift, offset } of placed) {
      const price = at(prices, hour);
      if (price === 0) continue;
      addMultiple(congestion, -price, shift);
      usd += price * (at(price < 0 ? p_min_mw : p_max_mw, hour) - offset);
    }
    return usd;
  };
}

/** Energy price at one bus of each island, $/MWh. */
type Energy = readonly { readonly bus: number; readonly price: number }[];
/** Prices of an hour. `relief`: value of the flow limits per MW and per degree. Prices and `relief`: shape [effectCount]. */
type PriceHour = (
  hour: number,
  energy: Energy,
  relief: Float64Array,
) => { readonly prices: Float64Array; readonly limits: number };

const losslessHour =
  ({ grid }: Schedule): PriceHour =>
  (_, energy, relief) => ({
    prices: relief.map((usd, position) => {
      const island = grid.island[position];
      if (island === undefined) return usd;
      const { bus: pricedBus = 0, price = 0 } = energy[island] ?? {};
      return price + usd - at(relief, pricedBus);
    }),
    limits: 0,
  });

function lossyHour(schedule: Schedule, factors: Factors): PriceHour {
  const { flows, grid } = schedule;
  const offsetOf = offsets(grid, factors);
  return (hour, energy, relief) => {
    const shares = lossShares(schedule, hour);
    const drawn = relativeToLosses(grid, relief, shares);
    const tangent = lossTangent(
      grid,
      factors,
      (line) => at(flows[line] ?? [], hour),
      (line) => offsetOf(line, []),
      shares,
    );
    const balance = energy.map(({ bus, price }) => Math.max(0, price - at(drawn, bus)));
    return {
      prices: drawn.map((usd, position) => {
        const price = at(balance, islandAt(grid, position));
        return (
          (grid.island[position] === undefined ? usd : price + usd) - price * at(tangent.factors, position)
        );
      }),
      limits: balance.reduce((sum, price, island) => sum + price * at(tangent.excess, island), 0),
    };
  };
}

/** Island of a bus, or of the line of a phase shifter. `position`: in effects. */
function islandAt({ buses, island, lines, shifters }: Grid, position: number): number {
  const line = shifters[position - buses.length]?.position ?? -1;
  return at(island, lines[line]?.from ?? position);
}

/** Flow limits with their shift factors. Limits after an outage that splits an island are left out. */
function shiftedFlows(grid: Grid, factors: Factors, flows: readonly FlowMultiplier[]): ShiftedFlow[] {
  const cache = new Map<string, Float64Array | null>();
  const offsetOf = offsets(grid, factors);
  return flows.flatMap((flow) => {
    const { line, lost } = flow;
    const key = `${line}/${lost.join()}`;
    const cached = cache.get(key);
    const shift = cached === undefined ? shiftFactors(grid, factors, line, lost) : cached;
    cache.set(key, shift);
    return shift ? [{ flow, shift, offset: offsetOf(line, lost) }] : [];
  });
}

/** Flow over a line caused by phase shifts alone when other lines are out, MW. */
function offsets(grid: Grid, factors: Factors): (line: number, lost: readonly number[]) => number {
  if (grid.lines.every(({ shift }) => shift === 0)) return () => 0;
  const flows = correctedFlows(grid, factors, [new Float64Array(grid.buses.length)]);
  const flowsByOutage = new Map<string, Float64Array | undefined>();
  return (line, lost) => {
    const key = lost.join();
    if (!flowsByOutage.has(key)) flowsByOutage.set(key, flows(lost)?.flows[0]);
    return flowsByOutage.get(key)?.[line] ?? Number.NaN;
  };
}

interface LossTangent {
  /** MW lost per MW injected and per degree, shape [effectCount]. */
  readonly factors: Float64Array;
  /** Product of factors and net supply, less the lower bound of the losses, MW, shape [islands]. */
  readonly excess: Float64Array;
}

/**
 * Transmission losses L of the islands in one hour, bounded below by their tangent at the flows f of the result; losses
 * are drawn where the load is:
 *
 *     L >= LF n - sum r f (f - 2 c) / 100 MVA     n: supply less load,   LF[b] = sum 2 r f h[b] / 100 MVA
 *
 * c: flow caused by phase shifts; r: resistance; h: shift factor. The losses are lowered by the tolerance of the check
 * power_balance. `shares`: share of each bus in the losses of its island.
 */
function lossTangent(
  grid: Grid,
  factors: Factors,
  flow: (line: number) => number,
  offset: (line: number) => number,
  shares: Float64Array,
): LossTangent {
  const share = 1 - MISSING_SHARE;
  const excess = new Float64Array(grid.islands).fill(MISSING_MW);
  for (const [position, { from, resistance }] of grid.lines.entries()) {
    const mw = flow(position);
    const islandIndex = grid.island[from] ?? 0;
    excess[islandIndex] =
      at(excess, islandIndex) + (share * resistance * mw * (mw - 2 * offset(position))) / BASE_MVA;
  }
  return { factors: relativeToLosses(grid, lossSlopes(grid, factors, flow, share), shares), excess };
}

/**
 * Value of one MW injected at each bus and withdrawn where the losses of its island are drawn; an angle withdraws
 * nothing. `worth`: value of the injection alone, shape [effectCount]; `shares`: share of each bus in the losses of its
 * island.
 */
function relativeToLosses(grid: Grid, worth: Float64Array, shares: Float64Array): Float64Array {
  const mean = byIsland(
    grid,
    worth.map((value, bus) => at(shares, bus) * value),
  );
  return worth.map((value, bus) => value - (mean[grid.island[bus] ?? -1] ?? 0));
}

/**
 * Share of each bus in the losses of its island, shape [buses]: its share of the load, or equal shares in an island
 * without load.
 */
function lossShares({ grid, load }: Schedule, hour: number): Float64Array {
  const loads = Float64Array.from(load, (series) => Math.max(0, at(series, hour)));
  const totals = byIsland(grid, loads);
  const counts = byIsland(grid, new Float64Array(loads.length).fill(1));
  return loads.map((mw, bus) => {
    const islandIndex = grid.island[bus] ?? 0;
    return at(totals, islandIndex) > 0 ? mw / at(totals, islandIndex) : 1 / at(counts, islandIndex);
  });
}
