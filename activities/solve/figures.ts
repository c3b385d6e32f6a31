/** Key figures of a payload and its result, as the table of scenarios shows them. */

import { intervalsPerHour } from '../../temporal/case/arithmetic/intervals.ts';
import { rounded } from '../../temporal/case/arithmetic/rounded.ts';
import { sum } from '../../temporal/case/arithmetic/series.ts';
import type { SolveResult } from '../../temporal/case/messages/result.ts';
import type { SolveFigures } from '../../temporal/case/messages/solve-run.ts';
import type { SolvePayload } from '../../temporal/case/schema.ts';

export function figuresOf(payload: SolvePayload, result: SolveResult): SolveFigures {
  const { loads, horizon } = payload;
  const perHour = intervalsPerHour(payload);
  const peakLoadMw = Math.max(
    ...Array.from({ length: horizon }, (_, t) => sum(loads.map(({ values }) => values[t] ?? 0))),
  );
  const solved = result.objective_value !== null;
  const ifSolved = <T>(value: T): T | null => (solved ? value : null);
  return {
    solveTimeS: result.solve_time_s,
    totalCostUsd: result.total_cost_usd,
    penaltyUsd: result.cost_breakdown?.penalty_usd ?? null,
    averageLmp: ifSolved(averagePrice(loads, result)),
    maxLmp: ifSolved(highestPrice(result)),
    peakLoadMw: rounded(peakLoadMw),
    generationMwh: ifSolved(rounded((total(result.dispatch_mw) + total(result.renewable_mw)) / perHour)),
    startups: ifSolved(total(result.startup)),
  };
}

/** Average price weighted by the load of each bus and hour, $/MWh; null without load or prices. */
function averagePrice(loads: SolvePayload['loads'], { lmp }: SolveResult): number | null {
  let [paid, energy] = [0, 0];
  for (const { bus, values } of loads) {
    const prices = lmp[`bus_${bus}`];
    if (!prices) return null;
    for (const [t, mw] of values.entries()) {
      paid += mw * (prices[t] ?? 0);
      energy += mw;
    }
  }
  return energy > 0 ? rounded(paid / energy) : null;
}

function highestPrice({ lmp }: SolveResult): number | null {
  const highest = Object.values(lmp)
    .flat()
    .reduce((most, price) => Math.max(most, price), Number.NEGATIVE_INFINITY);
  return Number.isFinite(highest) ? highest : null;
}

const total = (series: Readonly<Record<string, readonly number[]>> = {}): number =>
  sum(Object.values(series).map(sum));
