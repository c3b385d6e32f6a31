/**
 * How much an alternative costs more than its base. Each optimum is only known to lie in [bound, cost]:
 *
 *     bound_alternative - cost_base <= difference <= cost_alternative - bound_base
 */
import type { SolveResult } from '../../../temporal/case/messages/result.ts';
import { round, roundUsd } from './sentences.ts';

type Solved = Pick<SolveResult, 'objective_value' | 'lower_bound_usd' | 'cost_breakdown'>;

export interface CostComparison {
  /** Objectives: cost of operation and penalties, for the bounds are of that sum. */
  readonly base_cost_usd: number;
  readonly alternative_cost_usd: number;
  readonly base_penalty_usd: number;
  readonly alternative_penalty_usd: number;
  readonly cost_difference_usd: number;
  /** Relative to the base; null when that costs nothing. */
  readonly cost_difference_percent: number | null;
  /** What the gaps of both solves leave open. */
  readonly least_difference_usd: number | null;
  readonly most_difference_usd: number | null;
  /** The gaps leave open whether the alternative costs more or less. */
  readonly within_tolerance: boolean;
}

/** Below this two costs are one, $. */
const CENT = 0.01;

/** `restricted`: the alternative may do nothing that the base may not. Null when one has no schedule. */
export function compareCosts(base: Solved, alternative: Solved, restricted: boolean): CostComparison | null {
  const [from, to] = [base.objective_value, alternative.objective_value];
  if (from === null || to === null) return null;
  const lower = base.lower_bound_usd;
  const own = alternative.lower_bound_usd;
  const bound = restricted && lower !== null ? Math.max(own ?? lower, lower) : own;
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

/** Not when both ends are zero to the cent: then the costs are equal. */
const spansZero = (least: number | null, most: number | null): boolean =>
  (least ?? Number.NEGATIVE_INFINITY) < CENT &&
  (most ?? Number.POSITIVE_INFINITY) > -CENT &&
  (most ?? Number.POSITIVE_INFINITY) - (least ?? Number.NEGATIVE_INFINITY) >= CENT;
