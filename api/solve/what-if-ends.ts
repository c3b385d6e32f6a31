/** Proven range of the optimal cost of a what-if while its exact solve runs. */
import type { JobStatusReply } from '../../temporal/case/messages/job.ts';
import type { CostInterval } from '../../temporal/case/messages/what-if.ts';

export type Ends = Pick<CostInterval, 'lower_usd' | 'upper_usd'>;

/** Bound and incumbent of the exact solve so far; its final bound and objective after its end. */
export function endsOf({
  objective_value: cost,
  mip_gap,
  progress_detail,
  termination_status,
}: JobStatusReply): Ends {
  if (termination_status === null)
    return { lower_usd: progress_detail?.bound ?? null, upper_usd: progress_detail?.incumbent ?? null };
  const bound = cost === null || mip_gap == null ? null : cost - mip_gap * Math.abs(cost);
  return { lower_usd: bound, upper_usd: cost };
}

/**
 * Intersection of two ranges that both contain the optimum. If its ends cross, which only rounding can cause, it
 * becomes a single point.
 */
export function narrowed(ends: Ends, next: Ends): Ends {
  const least = Math.max(ends.lower_usd ?? -Infinity, next.lower_usd ?? -Infinity);
  const upper = Math.max(
    Math.min(ends.upper_usd ?? Infinity, next.upper_usd ?? Infinity),
    ends.lower_usd ?? -Infinity,
  );
  return { lower_usd: finite(Math.min(least, upper)), upper_usd: finite(upper) };
}

const finite = (usd: number): number | null => (Number.isFinite(usd) ? usd : null);
