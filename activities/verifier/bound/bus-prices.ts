/**
 * What the multipliers are worth at each bus and hour, $/MWh: the price of energy in the island, what a MW there does to
 * the flow limits, and what it loses. Where losses are modelled, a price of energy below 0 counts as 0, since losses
 * have no upper bound.
 */

import type { Factors } from '../network/dense-lu.ts';
import { addMultiple, correctedFlows, shiftFactors } from '../network/outage-flows.ts';
import type { Grid } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { deliverableOutputs, type ShiftedFlow } from './flow-limits.ts';
import { lossShares, lossTangent, whereLossesAreDrawn } from './loss-worth.ts';
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
  const { grid, hours, payload } = schedule;
  const isLossy = payload.options?.losses === true && grid.lines.length > 0;
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
    if (!known.has(key)) known.set(key, flows(lost)?.[0]);
    return known.get(key)?.[line] ?? Number.NaN;
  };
}
