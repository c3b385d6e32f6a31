/** Cost of a start after `hoursOff` hours, $: the tier with the largest lag that has passed. */
import type { Generator } from '../../temporal/messages/generator.ts';

export function startupCost(generator: Generator, hoursOff: number): number {
  const { startup_categories, startup_cost } = generator;
  if (!startup_categories) return startup_cost;
  const passed = startup_categories.filter((category) => category.lag_h <= hoursOff);
  return (passed.at(-1) ?? startup_categories[0])?.cost_usd ?? Number.NaN;
}
