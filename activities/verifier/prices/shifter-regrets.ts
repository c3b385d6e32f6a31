/**
 * A phase shifter earns what its angle saves at the prices of flow limits and of losses, less its cost. Regrets in $.
 *
 * Losses of the model are tangents of the physical ones and may lie e below them. By convexity their slope per degree
 * then differs from that of the physical losses by at most 2 sqrt(e q), where q are the losses of the flows of one degree
 * alone, sum r h^2 / 100 MVA.
 */
import { angles, lineFlows } from '../network/dc-flow.ts';
import type { Factors } from '../network/dense-lu.ts';
import { physicalLosses } from '../network/injections.ts';
import { cheapestAngle, costOfAngle } from '../network/phase-shifters.ts';
import { MW_PER_DEGREE } from '../schedule/grid.ts';
import type { Schedule } from '../schedule/schedule.ts';
import { at } from '../schedule/series.ts';
import { rounding } from './read-prices.ts';

/** e: amount by which losses of a priced solution may fall short, as a share and in MW. */
const SHORT_SHARE = 1e-4;
const SHORT_MW = 1e-5;

interface Losses {
  /** Marginal losses, shape [effectCount]. */
  readonly slopes: Float64Array;
  /** Price of a lost MWh in each island, $/MWh; where it is below 0, losses are fixed. */
  readonly prices: readonly number[];
  /** MW, shape [lines]. */
  readonly flows: Float64Array;
}

type RegretsAt = (hour: number, congestion: Float64Array, losses: Losses | undefined) => Iterable<number>;

/** Returns the regrets of an hour. `congestion`: value of the flow limits, shape [effectCount]. */
export function shifterRegrets({ grid, shifters }: Schedule, factors: Factors): RegretsAt {
  const still = [new Float64Array(grid.buses.length)];
  const items = shifters.map((shifter) => {
    const shifts = new Float64Array(grid.lines.length);
    shifts[shifter.position] = MW_PER_DEGREE;
    const flows = angles(grid, factors, still, [shifts], []).map((theta) =>
      lineFlows(grid, theta, shifts, []),
    );
    const island = grid.island[grid.lines[shifter.position]?.from ?? -1] ?? -1;
    return {
      shifter,
      island,
      alone: at(
        physicalLosses(grid, (line) => at(flows[0] ?? [], line)),
        island,
      ),
    };
  });
  return function* (hour, congestion, losses) {
    const total = losses && items.length > 0 && physicalLosses(grid, (line) => at(losses.flows, line));
    for (const [k, { shifter, island, alone }] of items.entries()) {
      const { cost, degrees, least, most } = shifter;
      const effect = grid.buses.length + k;
      // An island without a priced bus carries no power.
      const price = Math.max(0, losses?.prices[island] || 0);
      const worth = at(congestion, effect) - (losses ? price * at(losses.slopes, effect) : 0);
      const short = total ? SHORT_SHARE * at(total, island) + SHORT_MW : 0;
      const allowed = price * 2 * rootOf(short * alone) * (most - least);
      const regret = costOfAngle(shifter, worth, at(degrees, hour)) - cheapestAngle(shifter, worth);
      yield regret - allowed - rounding([least, most], [worth, cost]);
    }
  };
}

/** Heron's method, from above: the standard leaves the last digit of a root to the implementation. */
function rootOf(value: number): number {
  let root = Math.max(1, value);
  for (let step = 0; step < 60; step++) root = (root + value / root) / 2;
  return root;
}
