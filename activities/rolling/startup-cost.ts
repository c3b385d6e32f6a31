/** Start-up cost over the first `hours` hours, $: each start pays the last category whose lag has passed. */
import type { Generator } from '../../temporal/messages/generator.ts';

/** Both per hour, 0 or 1. A dispatch without commitment runs units that it never starts. */
export interface Starts {
  readonly commitment: readonly number[];
  readonly startup: readonly number[];
}

export function startupCost(unit: Generator, { commitment, startup }: Starts, hours: number): number {
  let cost = 0;
  let hoursOff = Math.max(0, -unit.initial_status);
  for (const [t, on] of commitment.slice(0, hours).entries()) {
    if (startup[t] === 1) cost += costAfter(unit, hoursOff);
    hoursOff = on === 1 ? 0 : hoursOff + 1;
  }
  return cost;
}

function costAfter({ startup_categories, startup_cost }: Generator, hoursOff: number): number {
  const passed = startup_categories?.findLast(({ lag_h }) => lag_h <= hoursOff);
  return (passed ?? startup_categories?.[0])?.cost_usd ?? startup_cost;
}
