/**
 * Puts into words the cost difference between an alternative and its base, or the reasons why there is no alternative.
 * Every figure of a sentence is in the data. Each optimum is only known to lie in [bound, cost], so bound_alternative -
 * cost_base <= difference <= cost_alternative - bound_base.
 */
import { CAUSE_WORDS } from '../../../temporal/case/messages/families.ts';
import type { Cause } from '../../../temporal/case/messages/infeasibility.ts';
import type { SolveResult } from '../../../temporal/case/messages/result.ts';

type Solved = Pick<SolveResult, 'objective_value' | 'lower_bound_usd' | 'cost_breakdown'>;

type CostComparison = NonNullable<ReturnType<typeof compareCosts>>;

/** Tolerance below which two costs are equal, $. */
const CENT = 0.01;

/**
 * Compares the objectives (operating cost plus penalties) of alternative and base, since the bounds refer to
 * objectives. `restricted`: true if every schedule of the alternative is feasible in the base. Null when either has no
 * schedule. The percentage is relative to the base, and null for a base cost of 0. `within_tolerance`: true if the gaps
 * leave open which of the two is cheaper.
 */
export function compareCosts(base: Solved, alternative: Solved, restricted: boolean) {
  const [from, to] = [base.objective_value, alternative.objective_value];
  if (from === null || to === null) return null;
  const lower = base.lower_bound_usd;
  const alternativeBound = alternative.lower_bound_usd;
  const bound = restricted && lower !== null ? Math.max(alternativeBound ?? lower, lower) : alternativeBound;
  const raised = bound === null ? null : bound - from;
  const least = restricted ? Math.max(0, raised ?? 0) : raised;
  const most = lower === null ? null : to - lower;
  return {
    base_cost_usd: roundUsd(from),
    alternative_cost_usd: roundUsd(to),
    base_penalty_usd: penaltyOf(base),
    alternative_penalty_usd: penaltyOf(alternative),
    cost_difference_usd: roundUsd(to - from),
    cost_difference_percent: from === 0 ? null : round(((to - from) / Math.abs(from)) * 100),
    least_difference_usd: least === null ? null : roundUsd(least),
    most_difference_usd: most === null ? null : roundUsd(most),
    within_tolerance: spansZero(least, most),
  };
}

const penaltyOf = ({ cost_breakdown }: Solved): number => roundUsd(cost_breakdown?.penalty_usd ?? 0);

/** True if the range contains both signs. A range whose ends are zero to the cent has no sign: the costs are equal. */
const spansZero = (least: number | null, most: number | null): boolean =>
  (least ?? Number.NEGATIVE_INFINITY) < CENT &&
  (most ?? Number.POSITIVE_INFINITY) > -CENT &&
  (most ?? Number.POSITIVE_INFINITY) - (least ?? Number.NEGATIVE_INFINITY) >= CENT;

/**
 * Objective of an alternative compared with its base. `how`: the alternative in words, with its element and hour: `coal
 * off in hour 3`.
 */
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

/**
 * Sentence about the tolerance of a comparison; undefined when the solves are accurate enough to tell which one is
 * cheaper.
 */
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

/** Causes of infeasibility in words. */
export const sayCauses = (causes: readonly Cause[]): string =>
  causes.length === 0 ? 'no single rule explains it' : causes.slice(0, MOST_CAUSES).map(sayCause).join('; ');

const CENTS = 100;
const THOUSANDTHS = 1000;

/** Rounds without producing -0. */
const roundTo = (steps: number, value: number): number => Math.round(value * steps) / steps + 0;

/** Rounding that data and statements share: $ to the cent, other figures to a thousandth. */
export const roundUsd = (value: number): number => roundTo(CENTS, value);
export const round = (value: number): number => roundTo(THOUSANDTHS, value);
export const sayUsd = (value: number): string => `${value < 0 ? '-' : ''}$${Math.abs(value).toFixed(2)}`;
