/** Start-up cost over the first `hours` hours, $: each start pays the last category whose lag has passed. */
import type { Generator } from '../../temporal/messages/generator.ts';

export function startupCost(unit: Generator, commitment: readonly number[], hours: number): number {
  let cost = 0;
  let hoursOff = Math.max(0, -unit.initial_status);
  let wasOn = unit.initial_status > 0;
  for (const on of commitment.slice(0, hours)) {
    if (on === 1 && !wasOn) cost += costAfter(unit, hoursOff);
    wasOn = on === 1;
    hoursOff = wasOn ? 0 : hoursOff + 1;
  }
  return cost;
}

function costAfter({ startup_categories, startup_cost }: Generator, hoursOff: number): number {
  const passed = startup_categories?.findLast(({ lag_h }) => lag_h <= hoursOff);
  return (passed ?? startup_categories?.[0])?.cost_usd ?? startup_cost;
}
