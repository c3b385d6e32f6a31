/** What came of a solve that answers a question, in sentences whose figures are those of the data. */
import { CAUSE_WORDS } from '../../../temporal/case/messages/families.ts';
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { CostComparison } from './compare-costs.ts';

/** The objective of an alternative against that of its base. `how` names it with its entity and hour: `coal off in hour 3`. */
export function sayCost(how: string, cost: CostComparison): string {
  const { base_cost_usd, alternative_cost_usd, cost_difference_usd, cost_difference_percent } = cost;
  const [from, to] = [sayUsd(base_cost_usd), sayUsd(alternative_cost_usd)];
  const penalties =
    cost.base_penalty_usd === cost.alternative_penalty_usd
      ? ''
      : `, penalties of ${sayUsd(cost.base_penalty_usd)} and of ${sayUsd(cost.alternative_penalty_usd)} included`;
  if (cost_difference_usd === 0) return `With ${how} the objective stays ${from}.`;
  const percent = cost_difference_percent === null ? '' : ` (${cost_difference_percent} %)`;
  return `With ${how} the objective goes from ${from} to ${to}, a difference of ${sayUsd(cost_difference_usd)}${percent}${penalties}.`;
}

/** Undefined when the solves are exact enough to tell. */
export function sayTolerance(how: string, cost: CostComparison): string | undefined {
  if (!cost.within_tolerance) return undefined;
  const { least_difference_usd: least, most_difference_usd: most } = cost;
  const range =
    least === null || most === null ? '' : `: it lies between ${sayUsd(least)} and ${sayUsd(most)}`;
  return `That difference for ${how} is within the tolerance of the solver${range}, so it is not proven which is cheaper.`;
}

const sayCause = ({ code, element_type, element_id, hour, shortfall_mw }: Cause): string =>
  [
    hour === null ? 'in the whole horizon' : `in hour ${hour}`,
    ' ',
    CAUSE_WORDS[code],
    element_id === null ? '' : ` (${element_type} ${element_id})`,
    shortfall_mw === null ? '' : ` by ${shortfall_mw} MW`,
  ].join('');

const MOST_CAUSES = 3;

/** Why a case has no schedule. */
export const sayCauses = (causes: readonly Cause[]): string =>
  causes.length === 0 ? 'no single rule explains it' : causes.slice(0, MOST_CAUSES).map(sayCause).join('; ');

const CENTS = 100;
const THOUSANDTHS = 1000;

/** Never -0, which would be another number to a reader. */
const roundTo = (steps: number, value: number): number => Math.round(value * steps) / steps + 0;

/** Data and statements carry figures alike: $ to the cent, the rest to a thousandth. */
export const roundUsd = (value: number): number => roundTo(CENTS, value);
export const round = (value: number): number => roundTo(THOUSANDTHS, value);
export const sayUsd = (value: number): string => `${value < 0 ? '-' : ''}$${Math.abs(value).toFixed(2)}`;
