/** The cost of an alternative against its base in one sentence. */
import type { CostComparison } from './compare-costs.ts';
import { sayUsd } from './round.ts';

/** `how` names the alternative with its entity and hour, such as `coal off in hour 3`. */
export function sayCost(how: string, cost: CostComparison): string {
  const { base_cost_usd, alternative_cost_usd, cost_difference_usd, cost_difference_percent } = cost;
  const [from, to] = [sayUsd(base_cost_usd), sayUsd(alternative_cost_usd)];
  const penalties =
    cost.base_penalty_usd === cost.alternative_penalty_usd
      ? ''
      : `, penalties of ${sayUsd(cost.base_penalty_usd)} and of ${sayUsd(cost.alternative_penalty_usd)} included`;
  if (cost_difference_usd === 0) return `With ${how} the cost stays ${from}.`;
  const percent = cost_difference_percent === null ? '' : ` (${cost_difference_percent} %)`;
  return `With ${how} the cost goes from ${from} to ${to}, a difference of ${sayUsd(cost_difference_usd)}${percent}${penalties}.`;
}

/** Undefined when the solves are exact enough to tell. */
export function sayTolerance(how: string, cost: CostComparison): string | undefined {
  if (!cost.within_tolerance) return undefined;
  const { least_difference_usd: least, most_difference_usd: most } = cost;
  const range =
    least === null || most === null ? '' : `: it lies between ${sayUsd(least)} and ${sayUsd(most)}`;
  return `That difference for ${how} is within the tolerance of the solver${range}, so it is not proven which is cheaper.`;
}
