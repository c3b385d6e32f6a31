/**
 * What the multipliers are worth at each bus and hour, $/MWh: the price of energy in the island, what a MW there does to
 * the flow limits, and what it loses. Where losses are modelled, a price of energy below 0 counts as 0, since losses
 * have no upper bound.
 */

import { MISSING_MW, MISSING_SHARE } from '../checks/network.ts';
import type { Factors } from '../network/dense-lu.ts';
import { BASE_MVA, lossSlopes } from '../network/injections.ts';
import { addMultiple, correctedFlows, shiftFactors } from '../network/outage-flows.ts';
import { byIsland, type Grid } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { deliverableOutputs, type ShiftedFlow } from './flow-limits.ts';
import type { BoundMultipliers, FlowMultiplier } from './multipliers.ts';

export interface BusPrices {
  /** $/MWh, shape [buses][horizon]. */
  readonly prices: readonly Float64Array[];
  /** What the flow limits, phase shifts and the constant of the tangents take off the bound, $. */
  readonly limits: number;
  /** What hard flow limits leave of the output of each unit, MW, shape [units][horizon]; Infinity = all of it. */
  readonly deliverable: readonly Float64Array[];
}

/** Undefined when the network has no flows. */
export function busPrices(
  schedule: Schedule,
  factors: Factors | null,
  multipliers: BoundMultipliers,
): BusPrices | undefined {
  const { grid, hours, isLossy } = schedule;
  if (!factors && grid.lines.length > 0) return undefined;
  const flows = factors ? shiftedFlows(grid, factors, multipliers.flows) : [];
  const priceHour = isLossy && factors ? lossyHour(schedule, factors) : losslessHour(schedule);
  const drawn = (shift: Float64Array, hour: number) =>
    isLossy ? whereLossesAreDrawn(grid, shift, lossShares(schedule, hour)) : shift;
  const prices = grid.buses.map(() => new Float64Array(hours.length));
  let limits = 0;
  for (const hour of hours) {
    const own = flows.filter(({ flow }) => flow.hour === hour);
    const energy = multipliers.energy.map((island) => ({ bus: island.bus, price: at(island.prices, hour) }));
    const congestion = new Float64Array(grid.buses.length);
    for (const { flow, shift } of own) if (flow.dual !== 0) addMultiple(congestion, flow.dual, shift);
    const priced = priceHour(hour, energy, congestion);
    for (const [bus, series] of prices.entries()) series[hour] = at(priced.prices, bus);
    limits +=
      priced.limits +
      own.reduce((sum, { flow, offset }) => sum + Math.abs(flow.dual) * flow.limit + flow.dual * offset, 0);
  }
  return { prices, limits, deliverable: deliverableOutputs(schedule, flows, drawn) };
}

/** By island, the price at one of its buses. */
type Energy = readonly { readonly bus: number; readonly price: number }[];
/** `relief`: worth of the flow limits at each bus. */
type PriceHour = (
  hour: number,
  energy: Energy,
  relief: Float64Array,
) => { readonly prices: Float64Array; readonly limits: number };

const losslessHour =
  ({ grid }: Schedule): PriceHour =>
  (_, energy, relief) => ({
    prices: Float64Array.from(grid.island, (island, bus) => {
      const { bus: known = 0, price = 0 } = energy[island] ?? {};
      return price + at(relief, bus) - at(relief, known);
    }),
    limits: 0,
  });

function lossyHour(schedule: Schedule, factors: Factors): PriceHour {
  const { flows, grid } = schedule;
  const offsetOf = offsets(grid, factors);
  return (hour, energy, relief) => {
    const shares = lossShares(schedule, hour);
    const drawn = whereLossesAreDrawn(grid, relief, shares);
    const tangent = lossTangent(
      grid,
      factors,
      (line) => at(flows[line] ?? [], hour),
      (line) => offsetOf(line, []),
      shares,
    );
    const balance = energy.map(({ bus, price }) => Math.max(0, price - at(drawn, bus)));
    return {
      prices: Float64Array.from(grid.island, (island, bus) => {
        const price = at(balance, island);
        return price + at(drawn, bus) - price * at(tangent.factors, bus);
      }),
      limits: balance.reduce((sum, price, island) => sum + price * at(tangent.excess, island), 0),
    };
  };
}

/** Flow limits with their shift factors; an outage that splits an island has none. */
function shiftedFlows(grid: Grid, factors: Factors, flows: readonly FlowMultiplier[]): ShiftedFlow[] {
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
function offsets(grid: Grid, factors: Factors): (line: number, lost: readonly number[]) => number {
  if (grid.lines.every(({ shift }) => shift === 0)) return () => 0;
  const flows = correctedFlows(grid, factors, [new Float64Array(grid.buses.length)]);
  const known = new Map<string, Float64Array | undefined>();
  return (line, lost) => {
    const key = lost.join();
    if (!known.has(key)) known.set(key, flows(lost)?.flows[0]);
    return known.get(key)?.[line] ?? Number.NaN;
  };
}

interface LossTangent {
  /** MW lost for a MW more, shape [buses]. */
  readonly factors: Float64Array;
  /** What the product of factors and supply less load exceeds the bound by, MW, shape [islands]. */
  readonly excess: Float64Array;
}

/**
 * Transmission losses L of the islands in one hour, bounded below by their tangent at the flows f of the result; they
 * are drawn where the load is:
 *
 *     L >= LF n - sum r f (f - 2 c) / 100 MVA     n: supply less load,   LF[b] = sum 2 r f h[b] / 100 MVA
 *
 * c being what phase shifts make flow, less what power_balance lets a schedule fall short of.
 * `shares`: of each bus of the losses of its island.
 */
function lossTangent(
  grid: Grid,
  factors: Factors,
  flow: (line: number) => number,
  offset: (line: number) => number,
  shares: Float64Array,
): LossTangent {
  const kept = 1 - MISSING_SHARE;
  const excess = new Float64Array(grid.islands).fill(MISSING_MW);
  for (const [position, { from, resistance }] of grid.lines.entries()) {
    const mw = flow(position);
    const own = grid.island[from] ?? 0;
    excess[own] = at(excess, own) + (kept * resistance * mw * (mw - 2 * offset(position))) / BASE_MVA;
  }
  return { factors: whereLossesAreDrawn(grid, lossSlopes(grid, factors, flow, kept), shares), excess };
}

/** `worth` of a MW whose surplus over the load of its island is lost by `shares`; shape [buses]. */
function whereLossesAreDrawn(grid: Grid, worth: Float64Array, shares: Float64Array): Float64Array {
  const mean = byIsland(
    grid,
    worth.map((value, bus) => at(shares, bus) * value),
  );
  return worth.map((value, bus) => value - at(mean, grid.island[bus] ?? 0));
}

/** Share of each bus of the losses of its island: that of its load, even without load; shape [buses]. */
function lossShares({ grid, load }: Schedule, hour: number): Float64Array {
  const loads = Float64Array.from(load, (series) => Math.max(0, at(series, hour)));
  const totals = byIsland(grid, loads);
  const counts = byIsland(grid, new Float64Array(loads.length).fill(1));
  return loads.map((mw, bus) => {
    const own = grid.island[bus] ?? 0;
    return at(totals, own) > 0 ? mw / at(totals, own) : 1 / at(counts, own);
  });
}
